import allergy from '#web/illustrations/treatment-allergy.svg'
import development from '#web/illustrations/treatment-development.svg'
import newborn from '#web/illustrations/treatment-newborn.svg'
import nutrition from '#web/illustrations/treatment-nutrition.svg'
import vaccinations from '#web/illustrations/treatment-vaccinations.svg'
import weight from '#web/illustrations/treatment-weight.svg'

/** A treatment on the home page. Names are fixed texts: docs/requirements.md#treatments. */
interface HomeTreatment {
  _id: string
  name: string
  description: string
  img: string
}

export const homeTreatments: readonly HomeTreatment[] = [
  {
    _id: 'newborn',
    name: 'Parenatal/Newborn',
    description:
      'Before birth and through the first weeks: weight, feeding, sleep and all your questions.',
    img: newborn,
  },
  {
    _id: 'vaccinations',
    name: 'Vaccinations/Immunizations',
    description: 'Every recommended shot at the right age, on a schedule we keep track of for you.',
    img: vaccinations,
  },
  {
    _id: 'nutrition',
    name: 'Nutrition Services',
    description:
      'From first spoonfuls to the picky years: meals that work for your child and your week.',
    img: nutrition,
  },
  {
    _id: 'development',
    name: 'Development Delay',
    description: 'Playful tests of speech, movement and hearing, and help that starts early.',
    img: development,
  },
  {
    _id: 'allergy',
    name: 'Allergy Testing',
    description:
      'Gentle skin and blood tests to find the cause, and a clear plan for what to do about it.',
    img: allergy,
  },
  {
    _id: 'weight',
    name: 'Weight Loss',
    description:
      'A kind plan for the whole family, built on play and good food. No diets, no blame.',
    img: weight,
  },
]
