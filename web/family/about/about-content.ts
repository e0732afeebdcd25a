import icu from '#web/illustrations/room-icu.svg'
import laboratory from '#web/illustrations/room-laboratory.svg'
import medical from '#web/illustrations/room-medical.svg'
import operation from '#web/illustrations/room-operation.svg'
import test from '#web/illustrations/room-test.svg'
import ward from '#web/illustrations/room-ward.svg'

/** Texts of the About Us page. */

export const whoWeAre = {
  title: 'Who We Are',
  text: (clinicName: string) => [
    `${clinicName} opened in 2009 with two pediatricians, one exam room and a box of wooden trains. The trains are still here, and we’ve grown into a clinic that cares for kids from before birth until they’re taller than their doctor.`,
    'We’re small enough to know your name and big enough to have a lab, a pharmacy and specialists right next door.',
  ],
} as const

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

export const featuresIntro = {
  eyebrow: 'Our clinic',
  title: 'Six spaces, all child-sized',
} as const

export const features = [
  { name: 'Operation', img: operation, text: 'Day surgery with a parent at the bedside.' },
  { name: 'Medical', img: medical, text: 'Checkups, and first aid for every scraped knee.' },
  { name: 'Patient Ward', img: ward, text: 'A bed for your child and one for you.' },
  { name: 'Test Room', img: test, text: 'Vision, hearing and allergy tests that feel like play.' },
  { name: 'ICU', img: icu, text: 'Someone awake and watching over your child, all night.' },
  { name: 'Laboratory', img: laboratory, text: 'Same-day results.' },
] as const
