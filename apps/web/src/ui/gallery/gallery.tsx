import { GalleryButtons, GalleryFields, GalleryMoreFields } from "./gallery-controls.tsx";
import { GalleryOverlays } from "./gallery-overlays.tsx";
import {
  GalleryBadges,
  GalleryBrand,
  GalleryEmpty,
  GalleryFilters,
  GalleryLoading,
  GalleryMessages,
  GalleryProgress,
} from "./gallery-status.tsx";
import { GalleryTable } from "./gallery-table.tsx";

/** All components and their states on one page, for the screenshot tests and for review. */
export function Gallery() {
  return (
    <main className="mx-auto grid max-w-[1440px] gap-6 p-4 md:p-6">
      <div className="grid items-start gap-4 lg:grid-cols-[336fr_528fr_336fr]">
        <div className="grid min-w-0 gap-4">
          <GalleryButtons />
          <GalleryBadges />
          <GalleryFilters />
          <GalleryProgress />
          <GalleryBrand />
        </div>
        <div className="grid min-w-0 gap-4">
          <GalleryFields />
          <GalleryLoading />
          <GalleryOverlays />
          <GalleryMoreFields />
          <GalleryEmpty />
        </div>
        <GalleryMessages />
      </div>
      <GalleryTable />
    </main>
  );
}
