import * as words from '#words/en/site/defaults/treatments.ts'

/**
 * The home page's six sample treatments: docs/requirements.md#treatments. The page itself has their
 * pictures.
 */
export const SAMPLE_TREATMENTS = [
  { name: 'Parenatal/Newborn', description: words.newborn },
  { name: 'Vaccinations/Immunizations', description: words.vaccinations },
  { name: 'Nutrition Services', description: words.nutrition },
  { name: 'Development Delay', description: words.development },
  { name: 'Allergy Testing', description: words.allergies },
  { name: 'Weight Loss', description: words.weight },
] as const
