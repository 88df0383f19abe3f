import { left, type Sheet } from "./sheet.ts";

const brand = "#0b7468";

/** Draws the mark of the portal, the same as in the icon of the web app. */
export function drawMark(sheet: Sheet, y: number): void {
  sheet.decoration((document) => {
    document
      .save()
      .translate(left, y)
      .scale(24 / 32);
    document.roundedRect(0, 0, 32, 32, 8).fill(brand);
    document.lineCap("round").lineJoin("round").strokeColor("#ffffff");
    document.lineWidth(2.4).path("M9.5 25.2V14a6.5 6.5 0 0 1 13 0v11.2").stroke();
    document.lineWidth(2.2).path("M16 12.7v7.6M12.2 16.5h7.6").stroke();
    document.restore();
  });
}
