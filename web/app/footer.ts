/** The footer's columns. Their links have no targets: docs/requirements.md#home-page. */
export const footerColumns = [
  {
    title: 'Services',
    links: ['Newborn visits', 'Vaccinations', 'Nutrition', 'Allergy testing'],
  },
  { title: 'Company', links: ['Our story', 'Careers', 'News', 'For schools'] },
  { title: 'Legal', links: ['Terms of use', 'Privacy policy', 'Cookie policy'] },
] as const

export const footerPromise =
  'A calm place to bring your child, from the first week to the last growth spurt.'
