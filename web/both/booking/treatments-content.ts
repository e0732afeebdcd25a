import allergy from '#web/illustrations/treatment-allergy.svg'
import development from '#web/illustrations/treatment-development.svg'
import newborn from '#web/illustrations/treatment-newborn.svg'
import nutrition from '#web/illustrations/treatment-nutrition.svg'
import vaccinations from '#web/illustrations/treatment-vaccinations.svg'
import weight from '#web/illustrations/treatment-weight.svg'

/** The pictures of treatments, by their names: docs/requirements.md#treatments. */
export const TREATMENT_PICTURES: Readonly<Record<string, string>> = {
  'Parenatal/Newborn': newborn,
  'Vaccinations/Immunizations': vaccinations,
  'Nutrition Services': nutrition,
  'Development Delay': development,
  'Allergy Testing': allergy,
  'Weight Loss': weight,
}
