export const promise =
  'A calm place to bring your child, from the first week to the last growth spurt.'
export const services = ['Newborn visits', 'Vaccinations', 'Nutrition', 'Allergy testing'] as const
/** In the home page's description for search engines. */
export const servicesLine = 'newborn visits, vaccinations, nutrition, development and allergy care'
