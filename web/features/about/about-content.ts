import icu from '../../illustrations/room-icu.svg'
import laboratory from '../../illustrations/room-laboratory.svg'
import medical from '../../illustrations/room-medical.svg'
import operation from '../../illustrations/room-operation.svg'
import test from '../../illustrations/room-test.svg'
import ward from '../../illustrations/room-ward.svg'

/** Texts of the About Us page. */

export const whoWeAre = {
  title: 'Who We Are',
  text: [
    'Sprout began in 2009 with two paediatricians, one examination room and a box of wooden trains. The trains are still here. Around them has grown a clinic that looks after children from before birth until they are taller than their doctor.',
    'We are small enough to know your name and large enough to have the lab, the pharmacy and the specialist next door.',
  ],
} as const

export const strengths = [
  {
    title: 'Specialist Doctors',
    text: 'Paediatricians for newborns, allergies, nutrition and development, who talk to each other about your child.',
  },
  {
    title: 'Certified Pharmacy',
    text: 'Medicine in children’s doses and flavours, mixed here and explained by a pharmacist before you go.',
  },
  {
    title: 'Modern Lab',
    text: 'Small samples and quick answers: most blood tests are ready before you have put the shoes back on.',
  },
] as const

export const featuresIntro = {
  eyebrow: 'Our clinic',
  title: 'Six rooms, all of them child-sized',
} as const

export interface ClinicFeature {
  _id: string
  name: string
  img: string
  text: string
}

export const features: readonly ClinicFeature[] = [
  {
    _id: 'operation',
    name: 'Operation',
    img: operation,
    text: 'Day surgery with a parent at the bedside.',
  },
  {
    _id: 'medical',
    name: 'Medical',
    img: medical,
    text: 'Check-ups and first aid for every scraped knee.',
  },
  { _id: 'ward', name: 'Patient Ward', img: ward, text: 'Beds for two: one long, one short.' },
  {
    _id: 'test',
    name: 'Test Room',
    img: test,
    text: 'Eyes, ears and allergies, tested by playing.',
  },
  { _id: 'icu', name: 'ICU', img: icu, text: 'Someone awake and watching, all night.' },
  { _id: 'laboratory', name: 'Laboratory', img: laboratory, text: 'Results on the same day.' },
]
