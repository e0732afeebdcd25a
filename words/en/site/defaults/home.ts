// The home page's words until an admin writes others: docs/requirements.md#words-of-the-website.

export const hero = {
  /** `{city}` stands for the clinic's city. */
  eyebrow: 'Pediatric care in the heart of {city}',
  title: 'Gentle care as they grow',
  text: 'From the first week home to the last growth spurt: doctors who get down to eye level, explain things clearly and take the time a worried parent needs.',
} as const

export const care = {
  title: 'A visit at your child’s pace',
  text: [
    'A white coat looks very tall from three feet up. So we examine the teddy bear first, let your child try the stethoscope, and say how everything will feel before we do it.',
    'You get the same care: clear explanations, a written plan to take home and a number a nurse answers.',
  ],
  points: [
    'A full half hour for every visit',
    'The same doctor every time, whenever possible',
    'Shots with numbing cream and a story',
  ],
} as const

export const treatments = {
  title: 'Six ways we can help',
  text: 'Book any of these online and see open times right away.',
} as const

export const why = {
  title: 'Why families stay with us',
  reasons: [
    {
      title: 'You’re seen on time',
      text: 'Your time is really yours. Most families wait less than 10 minutes.',
    },
    {
      title: 'Everything under one roof',
      text: 'The lab, pharmacy and test rooms are just steps away, so one trip is usually enough.',
    },
    {
      title: 'Plain language, clear prices',
      text: 'You’ll know what a visit costs before you book, and what we found before you leave.',
    },
    {
      title: 'Book anytime',
      text: 'Book at 3 a.m. with a baby in your arms. It takes about two minutes.',
    },
  ],
} as const

export const statistics = [
  { figure: '980+', label: 'satisfied patients' },
  { figure: '100+', label: 'professional doctors' },
  { figure: '100%', label: 'quality' },
  { figure: '15+', label: 'years experience' },
] as const

export const team = { title: 'The people who will know your child by name' } as const
