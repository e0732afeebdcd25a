interface Treatments {
  title: string
  text: string
  /** The clinic's own treatments; the samples are shown until there are any. */
  treatments?: readonly { name: string }[]
}

/**
 * The default words of the sections of the home page that admins can edit:
 * docs/requirements.md#words-of-the-website.
 */
export const HOME = {
  hero: {
    /** `{city}` stands for the clinic's city. */
    eyebrow: 'Pediatric care in the heart of {city}',
    title: 'Gentle care as they grow',
    text: 'From the first week home to the last growth spurt: doctors who get down to eye level, explain things clearly and take the time a worried parent needs.',
  },

  care: {
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
  },

  treatments: {
    title: 'Six ways we can help',
    text: 'Book any of these online and see open times right away.',
  } as Treatments,

  why: {
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
  },

  statistics: [
    { figure: '980+', label: 'satisfied patients' },
    { figure: '100+', label: 'professional doctors' },
    { figure: '100%', label: 'quality' },
    { figure: '15+', label: 'years experience' },
  ],

  team: { title: 'The people who will know your child by name' },
} as const
