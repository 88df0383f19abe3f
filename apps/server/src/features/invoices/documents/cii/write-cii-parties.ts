import { element, textElement, type XmlElement } from "../../../../platform/xml/write-xml.ts";
import type { InvoiceAddress, InvoiceDocument } from "../invoice-document.ts";

/** Writes the seller (BG-4). */
export function writeSeller({ seller, lines }: InvoiceDocument): XmlElement {
  return element("ram:SellerTradeParty", [
    textElement("ram:Name", seller.name),
    textElement("ram:Description", seller.management),
    seller.register === null
      ? null
      : element("ram:SpecifiedLegalOrganization", [textElement("ram:ID", seller.register)]),
    element("ram:DefinedTradeContact", [
      textElement("ram:PersonName", seller.contact.name),
      element("ram:TelephoneUniversalCommunication", [
        textElement("ram:CompleteNumber", seller.contact.phone),
      ]),
      element("ram:EmailURIUniversalCommunication", [textElement("ram:URIID", seller.contact.email)]),
    ]),
    writeAddress(seller.address),
    writeElectronicAddress(seller.electronicAddress),
    writeTaxId("VA", hidesVatIds(lines) ? null : seller.vatId),
    writeTaxId("FC", seller.taxNumber),
  ]);
}

/** Writes the buyer (BG-7). */
export function writeBuyer({ buyer, lines }: InvoiceDocument): XmlElement {
  return element("ram:BuyerTradeParty", [
    textElement("ram:ID", buyer.customerNumber),
    textElement("ram:Name", buyer.name),
    buyer.contactName === null
      ? null
      : element("ram:DefinedTradeContact", [textElement("ram:PersonName", buyer.contactName)]),
    writeAddress(buyer.address),
    writeElectronicAddress(buyer.electronicAddress),
    writeTaxId("VA", hidesVatIds(lines) ? null : buyer.vatId),
  ]);
}

/** Returns whether VAT identifiers are left out. BR-O-02: an invoice outside the scope of VAT contains none. */
function hidesVatIds(lines: InvoiceDocument["lines"]): boolean {
  return lines.some(({ category }) => category === "O");
}

function writeAddress({ street, houseNumber, addition, postalCode, city, country }: InvoiceAddress) {
  return element("ram:PostalTradeAddress", [
    textElement("ram:PostcodeCode", postalCode),
    textElement("ram:LineOne", houseNumber === null ? street : `${street} ${houseNumber}`),
    textElement("ram:LineTwo", addition),
    textElement("ram:CityName", city),
    textElement("ram:CountryID", country),
  ]);
}

/** Writes an electronic address. The scheme EM is an e-mail address. */
function writeElectronicAddress(address: string | null): XmlElement | null {
  return address === null
    ? null
    : element("ram:URIUniversalCommunication", [textElement("ram:URIID", address, { schemeID: "EM" })]);
}

/** Writes a tax registration. VA is the VAT identifier, FC the tax number. */
function writeTaxId(schemeID: "VA" | "FC", id: string | null): XmlElement | null {
  return id === null
    ? null
    : element("ram:SpecifiedTaxRegistration", [textElement("ram:ID", id, { schemeID })]);
}
