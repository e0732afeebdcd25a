import maya from '../../illustrations/parent-maya.svg'
import priya from '../../illustrations/parent-priya.svg'
import tom from '../../illustrations/parent-tom.svg'

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
      'Our twins used to scream at the sight of a waiting room. Dr. Okafor listened to their toy fox first, then to them, and now they ask when we may go again.',
    img: maya,
    location: 'Sellwood',
  },
  {
    _id: 'tom',
    name: 'Tom Adeyemi',
    details:
      'I booked at four in the morning with a feverish baby on my shoulder, and we were seen at nine. Nobody made me feel silly for asking the same thing three times.',
    img: tom,
    location: 'Alberta Arts',
  },
  {
    _id: 'priya',
    name: 'Priya Raman',
    details:
      'They found the peanut allergy that two other places had missed. We went home with a plan on one page, and with the feeling that someone was on our side at last.',
    img: priya,
    location: 'St. Johns',
  },
]
