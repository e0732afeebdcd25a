import * as words from '#words/en/site/defaults/people.ts'

/** The three sample testimonials; the page itself has their pictures. */
export const SAMPLE_TESTIMONIALS = [
  { name: 'Maya Collins', details: words.twinsAskToGoBack, location: 'Sellwood' },
  { name: 'Tom Adeyemi', details: words.bookedAtNight, location: 'Alberta Arts' },
  { name: 'Priya Raman', details: words.foundTheAllergy, location: 'St. Johns' },
] as const
