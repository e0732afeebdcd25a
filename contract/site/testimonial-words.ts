/** The three sample testimonials; the page itself has their pictures. */
export const SAMPLE_TESTIMONIALS = [
  {
    name: 'Maya Collins',
    details:
      'Our twins used to scream in waiting rooms. Dr. Okafor checked their toy fox first. Now they ask when they can go back.',
    location: 'Sellwood',
  },
  {
    name: 'Tom Adeyemi',
    details:
      'I booked at 4 a.m. with a feverish baby on my shoulder. We were seen at nine, and nobody made me feel silly for asking twice.',
    location: 'Alberta Arts',
  },
  {
    name: 'Priya Raman',
    details:
      'They found the peanut allergy two other places missed. We went home with a one-page plan and somebody on our side.',
    location: 'St. Johns',
  },
] as const
