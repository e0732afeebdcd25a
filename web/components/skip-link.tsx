import * as words from '#words/en/frame.ts'
/** The first link of a page, which skips the navigation. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-full focus:bg-base-100 focus:px-5 focus:py-3 focus:font-bold"
    >
      {words.skipToContent}
    </a>
  )
}
