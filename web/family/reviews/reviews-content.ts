import maya from '#web/illustrations/parent-maya.svg'
import priya from '#web/illustrations/parent-priya.svg'
import tom from '#web/illustrations/parent-tom.svg'

export interface Review {
  _id: string
  name: string
  /** Only its first 130 characters are shown. */
  details: string
  img: string
  location: string
}

export const reviews: readonly Review[] = [
  {
    _id: 'maya',
    name: 'Maya Collins',
    details:
      'Our twins used to scream in waiting rooms. Dr. Okafor checked their toy fox first. Now they ask when they can go back.',
    img: maya,
    location: 'Sellwood',
  },
  {
    _id: 'tom',
    name: 'Tom Adeyemi',
    details:
      'I booked at 4 a.m. with a feverish baby on my shoulder. We were seen at nine, and nobody made me feel silly for asking twice.',
    img: tom,
    location: 'Alberta Arts',
  },
  {
    _id: 'priya',
    name: 'Priya Raman',
    details:
      'They found the peanut allergy two other places missed. We went home with a one-page plan and somebody on our side.',
    img: priya,
    location: 'St. Johns',
  },
]

export const reviewsIntro = {
  eyebrow: 'What families say',
  title: 'In their own words',
} as const
