export const FOOTER = {
  promise: 'A calm place to bring your child, from the first week to the last growth spurt.',
  services: ['Newborn visits', 'Vaccinations', 'Nutrition', 'Allergy testing'],
} as const

/** What search engines read of the home page. */
export const SERVICES_LINE = 'newborn visits, vaccinations, nutrition, development and allergy care'
