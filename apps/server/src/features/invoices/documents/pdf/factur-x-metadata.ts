import { documentMetadata, type MetadataSchema } from "../../../../platform/documents/pdf-metadata.ts";

const facturX: MetadataSchema = {
  title: "Factur-X PDFA Extension Schema",
  uri: "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
  prefix: "fx",
  category: "external",
  properties: [
    { name: "DocumentFileName", type: "Text", description: "The name of the embedded XML document" },
    { name: "DocumentType", type: "Text", description: "The type of the hybrid document" },
    { name: "Version", type: "Text", description: "The version of the standard of the embedded XML" },
    { name: "ConformanceLevel", type: "Text", description: "The profile of the embedded XML" },
  ],
};

const hybrid = {
  schema: facturX,
  values: `<rdf:Description rdf:about="" xmlns:fx="${facturX.uri}">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>`,
};

/**
 * Returns the XMP of an invoice: its author, PDF/UA-1, and for a hybrid invoice Factur-X in the profile EN 16931.
 *
 * @param isHybrid False for the visual copy of an XRechnung, which software must not book as an invoice of its own.
 */
export function invoiceMetadata(author: string, isHybrid: boolean): string {
  return documentMetadata(author, isHybrid ? hybrid : undefined);
}
