export const FOOTER = {
  promise: 'A calm place to bring your child, from the first week to the last growth spurt.',
  services: ['Newborn visits', 'Vaccinations', 'Nutrition', 'Allergy testing'],
} as const

/** The home page's description for search engines. */
export const SERVICES_LINE = 'newborn visits, vaccinations, nutrition, development and allergy care'
