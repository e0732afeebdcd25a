// The sample testimonials; the pages have their names and pictures.

export const twinsAskToGoBack =
  'Our twins used to scream in waiting rooms. Dr. Okafor checked their toy fox first. Now they ask when they can go back.'
export const bookedAtNight =
  'I booked at 4 a.m. with a feverish baby on my shoulder. We were seen at nine, and nobody made me feel silly for asking twice.'
export const foundTheAllergy =
  'They found the peanut allergy two other places missed. We went home with a one-page plan and somebody on our side.'
