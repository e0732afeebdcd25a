/** Texts of the home page, in its order. */

export const hero = {
  eyebrow: 'Paediatric care in the middle of Portland',
  title: 'Gentle care as they grow',
  text: 'From the first week at home to the last growth spurt: doctors who kneel down, explain, and take the time that a worried parent needs.',
  call: 'Or call us',
} as const

export const quickForm = {
  title: 'A quick appointment',
  text: 'Tell us roughly what you need. You choose the exact time on the next page.',
  placeholder: 'Select service',
  services: ['Vaccinations/Immunizations', 'Nutrition Treatment'],
} as const

export const care = {
  eyebrow: 'How we care',
  title: 'A visit at your child’s pace',
  text: [
    'A white coat can look very tall from one metre high. So the bear is examined first, the stethoscope may be tried on, and nothing happens before we have said what it will feel like.',
    'You get the same calm: clear words, a written plan to take home, and a number that a nurse answers.',
  ],
  points: [
    'Half an hour for every visit, never less',
    'The same doctor each time, as far as we can',
    'Shots given with numbing cream and a story',
  ],
  link: 'More about us',
} as const

export const treatmentsIntro = {
  eyebrow: 'Treatments',
  title: 'Six things we do every day',
  text: 'Book any of them online and see the free times straight away.',
} as const

export const whyUs = {
  eyebrow: 'Why choose us',
  title: 'What families tell us they stay for',
  reasons: [
    {
      title: 'You are seen on time',
      text: 'Appointments are real slots, not a queue. Most families wait less than ten minutes.',
    },
    {
      title: 'Everything under one roof',
      text: 'Lab, pharmacy and test rooms are a few steps away, so one trip is usually enough.',
    },
    {
      title: 'Plain words, plain prices',
      text: 'You know what a visit costs before you book it, and what we found before you leave.',
    },
    {
      title: 'Awake when you are',
      text: 'Book at three in the morning with a baby on your arm. It takes about two minutes.',
    },
  ],
} as const

export const statistics = [
  { figure: '980+', label: 'satisfied patients' },
  { figure: '100+', label: 'professional doctors' },
  { figure: '100%', label: 'quality' },
  { figure: '15+', label: 'years experience' },
] as const

export const doctorsIntro = {
  eyebrow: 'Our doctors',
  title: 'The people who will know your child by name',
  link: 'See all members',
} as const

export const reviewsIntro = {
  eyebrow: 'Families about us',
  title: 'In their own words',
} as const

export const contact = {
  eyebrow: 'Contact',
  title: 'Is something on your mind?',
  text: 'No question about your child is too small. For anything urgent please call us, and in an emergency dial 911.',
} as const
