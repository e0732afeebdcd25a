/**
 * The home page's six sample treatments: docs/requirements.md#treatments. The page itself has their
 * pictures.
 */
export const SAMPLE_TREATMENTS = [
  {
    name: 'Parenatal/Newborn',
    description:
      'Before birth and through the first weeks: weight, feeding, sleep and all your questions.',
  },
  {
    name: 'Vaccinations/Immunizations',
    description: 'Every recommended shot at the right age, on a schedule we keep track of for you.',
  },
  {
    name: 'Nutrition Services',
    description:
      'From first spoonfuls to the picky years: meals that work for your child and your week.',
  },
  {
    name: 'Development Delay',
    description: 'Playful tests of speech, movement and hearing, and help that starts early.',
  },
  {
    name: 'Allergy Testing',
    description:
      'Gentle skin and blood tests to find the cause, and a clear plan for what to do about it.',
  },
  {
    name: 'Weight Loss',
    description:
      'A kind plan for the whole family, built on play and good food. No diets, no blame.',
  },
] as const
