import * as words from '#words/en/site/defaults/people.ts'

/** The home page's four sample doctors; the page itself has their pictures. */
export const SAMPLE_DOCTORS = [
  { name: 'Dr. Amara Okafor', designation: words.headPediatrician },
  { name: 'Dr. Daniel Reyes', designation: words.vaccinationsAndTravel },
  { name: 'Dr. Leila Haddad', designation: words.childDevelopment },
  { name: 'Dr. Henrik Larsen', designation: words.allergiesAndNutrition },
] as const
