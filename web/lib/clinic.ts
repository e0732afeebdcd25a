/** The clinic's name, address, phone and links. */
export const clinic = {
  name: 'Sprout',
  fullName: 'Sprout Children’s Clinic',
  tagline: 'Gentle care for children',
  phone: { shown: '(503) 555-0142', link: 'tel:+15035550142' },
  email: 'hello@sprout.example',
  address: {
    street: '24 Willow Lane',
    city: 'Portland',
    region: 'OR',
    postalCode: '97205',
    country: 'US',
  },
  /** docs/requirements.md#fixed-texts */
  hours: 'Monday to Friday 09:00am to 05:00pm',
  opens: '09:00',
  closes: '17:00',
} as const

/** The address on one line. */
export const addressLine = `${clinic.address.street}, ${clinic.address.city}, ${clinic.address.region} ${clinic.address.postalCode}`

/** For every appointment. */
export const whatToBring = [
  'Your child’s insurance card',
  'The vaccination record',
  'A list of the medicines your child takes',
] as const

/** Social networks. Their links are empty until the clinic has accounts. */
export const socialLinks = [
  { network: 'Facebook', href: '' },
  { network: 'Instagram', href: '' },
  { network: 'Twitter', href: '' },
  { network: 'LinkedIn', href: '' },
] as const

export type SocialNetwork = (typeof socialLinks)[number]['network']
