// The words of the about and the contact page until an admin writes others.

/** `{clinic}` stands for the clinic's name. */
export const story = [
  '{clinic} opened in 2009 with two pediatricians, one exam room and a box of wooden trains. The trains are still here, and we’ve grown into a clinic that cares for kids from before birth until they’re taller than their doctor.',
  'We’re small enough to know your name and big enough to have a lab, a pharmacy and specialists right next door.',
] as const
export const strengths = [
  {
    title: 'Specialist Doctors',
    text: 'Pediatricians who specialize in newborns, allergies, nutrition and development, and who work together on your child’s care.',
  },
  {
    title: 'Certified Pharmacy',
    text: 'Medicine in child-size doses and flavors, prepared here and explained by a pharmacist before you go.',
  },
  {
    title: 'Modern Lab',
    text: 'Small samples, quick answers: most blood tests are ready before the shoes are back on.',
  },
] as const
export const roomsTitle = 'Six spaces, all child-sized'
export const rooms = [
  { title: 'Operation', text: 'Day surgery with a parent at the bedside.' },
  { title: 'Medical', text: 'Checkups, and first aid for every scraped knee.' },
  { title: 'Patient Ward', text: 'A bed for your child and one for you.' },
  { title: 'Test Room', text: 'Vision, hearing and allergy tests that feel like play.' },
  { title: 'ICU', text: 'Someone awake and watching over your child, all night.' },
  { title: 'Laboratory', text: 'Same-day results.' },
] as const
/** In the page's description for search engines. */
export const line = 'specialist doctors, a certified pharmacy and a modern lab under one roof'

/** The contact page's introduction where its messages reach the clinic. */
export const contact =
  'Send us a message about anything that can wait until the next business day. For everything else, call: a nurse will answer.'
/** The introduction without a mail server. */
export const call = 'Do you have a question? Please call us.'
