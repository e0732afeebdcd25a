// What the sample treatments of the home page are about.

export const newborn =
  'Before birth and through the first weeks: weight, feeding, sleep and all your questions.'
export const vaccinations =
  'Every recommended shot at the right age, on a schedule we keep track of for you.'
export const nutrition =
  'From first spoonfuls to the picky years: meals that work for your child and your week.'
export const development =
  'Playful tests of speech, movement and hearing, and help that starts early.'
export const allergies =
  'Gentle skin and blood tests to find the cause, and a clear plan for what to do about it.'
export const weight =
  'A kind plan for the whole family, built on play and good food. No diets, no blame.'
