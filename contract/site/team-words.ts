/** The home page's four sample doctors; the page itself has their pictures. */
export const SAMPLE_DOCTORS = [
  { name: 'Dr. Amara Okafor', designation: 'Head Pediatrician' },
  { name: 'Dr. Daniel Reyes', designation: 'Vaccinations and Travel Medicine' },
  { name: 'Dr. Leila Haddad', designation: 'Child Development' },
  { name: 'Dr. Henrik Larsen', designation: 'Allergies and Nutrition' },
] as const
