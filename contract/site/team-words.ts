import * as defaults from '#words/en/defaults.ts'

/** The home page's four sample doctors; the page itself has their pictures. */
export const SAMPLE_DOCTORS = [
  { name: 'Dr. Amara Okafor', designation: defaults.headPediatrician },
  { name: 'Dr. Daniel Reyes', designation: defaults.travelMedicine },
  { name: 'Dr. Leila Haddad', designation: defaults.childDevelopment },
  { name: 'Dr. Henrik Larsen', designation: defaults.allergiesAndNutrition },
] as const
