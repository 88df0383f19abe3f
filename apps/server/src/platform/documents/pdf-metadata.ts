import { escapeXml } from "../xml/write-xml.ts";

type Property = { name: string; type: string; description: string };

/** XMP schema that PDF/A does not define, so that it must be described. */
export type MetadataSchema = {
  title: string;
  uri: string;
  prefix: string;
  category: "internal" | "external";
  properties: readonly Property[];
};

const pdfUa: MetadataSchema = {
  title: "PDF/UA Universal Accessibility Schema",
  uri: "http://www.aiim.org/pdfua/ns/id/",
  prefix: "pdfuaid",
  category: "internal",
  properties: [
    { name: "part", type: "Integer", description: "The part of ISO 14289 to which the file conforms" },
  ],
};

/**
 * Returns the XMP of a document with its author, PDF/UA-1, and further values with their schemas.
 *
 * @param further XMP with escaped values.
 */
export function documentMetadata(
  author: string,
  further?: { values: string; schema: MetadataSchema },
): string {
  const schemas = [pdfUa, ...(further === undefined ? [] : [further.schema])];
  return `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfuaid="${pdfUa.uri}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
  ${further?.values ?? ""}
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag>${schemas.map(describe).join("")}</rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`;
}

function describe({ title, uri, prefix, category, properties }: MetadataSchema): string {
  const items = properties.map(
    ({ name, type, description }) => `<rdf:li rdf:parseType="Resource">
      <pdfaProperty:name>${name}</pdfaProperty:name>
      <pdfaProperty:valueType>${type}</pdfaProperty:valueType>
      <pdfaProperty:category>${category}</pdfaProperty:category>
      <pdfaProperty:description>${description}</pdfaProperty:description>
    </rdf:li>`,
  );
  return `<rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>${title}</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${items.join("")}</rdf:Seq></pdfaSchema:property>
  </rdf:li>`;
}
