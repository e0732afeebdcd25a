import BookFamilyPage from './book-family-page.tsx'

/** Where staff put one extra patient beside a taken time: docs/requirements.md#squeezing-in. */
export default function SqueezeInPage() {
  return <BookFamilyPage squeeze />
}
