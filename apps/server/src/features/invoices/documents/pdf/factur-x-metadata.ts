import { escapeXml } from "../../../../platform/xml/write-xml.ts";

type Property = { name: string; type: string; description: string };

const facturXUri = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
const pdfUaUri = "http://www.aiim.org/pdfua/ns/id/";

const facturXProperties: readonly Property[] = [
  { name: "DocumentFileName", type: "Text", description: "The name of the embedded XML document" },
  { name: "DocumentType", type: "Text", description: "The type of the hybrid document" },
  { name: "Version", type: "Text", description: "The version of the standard of the embedded XML" },
  { name: "ConformanceLevel", type: "Text", description: "The profile of the embedded XML" },
];
const pdfUaProperties: readonly Property[] = [
  { name: "part", type: "Integer", description: "The part of ISO 14289 to which the file conforms" },
];

/**
 * Returns the XMP of an invoice: its author, PDF/UA-1, and for a hybrid invoice Factur-X in the profile EN 16931. PDF/A
 * requires a description of each schema that it does not define itself.
 *
 * @param isHybrid False for the visual copy of an XRechnung, which software must not book as an invoice of its own.
 */
export function invoiceMetadata(author: string, isHybrid: boolean): string {
  const hybrid = `<rdf:Description rdf:about="" xmlns:fx="${facturXUri}">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>`;
  const schemas = [
    schema("PDF/UA Universal Accessibility Schema", pdfUaUri, "pdfuaid", pdfUaProperties),
    ...(isHybrid ? [schema("Factur-X PDFA Extension Schema", facturXUri, "fx", facturXProperties)] : []),
  ];
  return `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfuaid="${pdfUaUri}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
  ${isHybrid ? hybrid : ""}
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag>${schemas.join("")}</rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`;
}

function schema(title: string, uri: string, prefix: string, properties: readonly Property[]): string {
  const items = properties.map(
    ({ name, type, description }) => `<rdf:li rdf:parseType="Resource">
      <pdfaProperty:name>${name}</pdfaProperty:name>
      <pdfaProperty:valueType>${type}</pdfaProperty:valueType>
      <pdfaProperty:category>${prefix === "fx" ? "external" : "internal"}</pdfaProperty:category>
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
