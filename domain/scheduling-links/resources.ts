import { hash } from 'node:crypto'
import { type ClinicDetails, publishedPhone } from '#contract/clinic/clinic-details.ts'
import { describeAges } from '#contract/guardians/describe-ages.ts'
import type { DoctorRow } from '#drizzle/queries/schedule/doctors.ts'
import type { OfferedTreatment } from '#drizzle/queries/schedule/schedule.ts'

// FHIR R4 resources in the guide's profiles: docs/smart-scheduling-links.md

export const GUIDE = 'http://hl7.org/fhir/uv/smart-scheduling-links/StructureDefinition'

/** The draft of 2021, whose readers find a slot's link and phone in these extensions. */
export const DRAFT = 'http://fhir-registry.smarthealthit.org/StructureDefinition'

const LOCATION_ID = 'clinic'

/** |Pediatric specialty| */
const PEDIATRICS = {
  coding: [{ system: 'http://snomed.info/sct', code: '394537008', display: 'Pediatric specialty' }],
}

/** The FHIR resources that the site publishes. */
export interface Resource {
  resourceType: ResourceType
  id: string
  [element: string]: unknown
}

export type ResourceType =
  | 'Location'
  | 'HealthcareService'
  | 'Practitioner'
  | 'PractitionerRole'
  | 'Schedule'
  | 'Slot'

/** The data from which the resources are made. */
export interface Directory {
  siteUrl: string
  /** A UUID as the system of the clinic's identifiers; it stays when the site's address changes. */
  namespace: string
  clinic: ClinicDetails
  treatments: readonly OfferedTreatment[]
  doctors: readonly DoctorRow[]
}

const profile = (name: string) => ({ profile: [`${GUIDE}/smart-scheduling-${name}`] })

/** An id of at most 64 characters that depends only on the parts. */
export function stableId(...parts: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 40)
}

/** The schedule of a treatment with a doctor; null for a treatment without doctors. */
export function scheduleId(treatmentId: string, doctorId: string | null): string {
  return stableId('schedule', treatmentId, doctorId ?? '')
}

/**
 * The doctors in the schedules of a treatment; null if it takes one patient at a time without doctors.
 */
export function actorsOf({ doctors, needsDoctor }: OfferedTreatment): (string | null)[] {
  if (doctors.length > 0) return doctors.map(({ id }) => id)
  return needsDoctor ? [] : [null]
}

/** The system of the clinic's identifiers and codes. */
function systemOf({ namespace }: Pick<Directory, 'namespace'>): string {
  return `urn:uuid:${namespace}`
}

export function locationOf(directory: Directory): Resource {
  const { clinic } = directory
  return {
    resourceType: 'Location',
    id: LOCATION_ID,
    meta: profile('location'),
    identifier: [{ system: systemOf(directory), value: LOCATION_ID }],
    status: 'active',
    name: clinic.fullName,
    telecom: [
      { system: 'phone', value: publishedPhone(clinic), use: 'work' },
      { system: 'email', value: clinic.email, use: 'work' },
    ],
    address: {
      line: [clinic.street],
      city: clinic.city,
      state: clinic.region,
      postalCode: clinic.postalCode,
      country: clinic.country,
    },
  }
}

export function healthcareServicesOf(directory: Directory): Resource[] {
  const { clinic, treatments } = directory
  return treatments.map((treatment) => {
    const ages = describeAges(treatment)
    return {
      resourceType: 'HealthcareService',
      id: treatment.id,
      meta: profile('healthcare-service'),
      active: true,
      type: [serviceTypeOf(treatment, directory)],
      specialty: [PEDIATRICS],
      location: [atClinic(clinic)],
      name: treatment.name,
      ...(ages !== undefined && { comment: `For children: ${ages}` }),
      telecom: [{ system: 'phone', value: publishedPhone(clinic), use: 'work' }],
      appointmentRequired: true,
    }
  })
}

/** Without emails, which are not public. */
export function practitionersOf(directory: Directory): Resource[] {
  return directory.doctors.map(({ id, name, npi }) => ({
    resourceType: 'Practitioner',
    id,
    meta: profile('practitioner'),
    identifier: [
      npi === null
        ? { system: systemOf(directory), value: id }
        : { system: 'http://hl7.org/fhir/sid/us-npi', value: npi },
    ],
    active: true,
    name: [{ text: name }],
  }))
}

const roleId = (doctorId: string) => `role-${doctorId}`

export function practitionerRolesOf({ clinic, treatments, doctors }: Directory): Resource[] {
  return doctors.map(({ id, name }) => {
    const given = treatments.filter((treatment) => actorsOf(treatment).includes(id))
    return {
      resourceType: 'PractitionerRole',
      id: roleId(id),
      meta: profile('practitionerRole'),
      active: true,
      practitioner: { reference: `Practitioner/${id}`, display: name },
      specialty: [PEDIATRICS],
      location: [atClinic(clinic)],
      ...(given.length > 0 && {
        healthcareService: given.map((treatment) => serviceReference(treatment)),
      }),
      telecom: [{ system: 'phone', value: publishedPhone(clinic), use: 'work' }],
    }
  })
}

export function schedulesOf(directory: Directory): Resource[] {
  const { clinic, treatments } = directory
  return treatments.flatMap((treatment) =>
    actorsOf(treatment).map((doctorId) => {
      const doctor = treatment.doctors.find(({ id }) => id === doctorId)
      return {
        resourceType: 'Schedule' as const,
        id: scheduleId(treatment.id, doctorId),
        meta: profile('schedule'),
        extension: [{ url: `${GUIDE}/schedule-specialty`, valueCoding: PEDIATRICS.coding[0] }],
        active: true,
        serviceType: [serviceTypeOf(treatment, directory)],
        actor: [
          atClinic(clinic),
          serviceReference(treatment),
          ...(doctor
            ? [{ reference: `PractitionerRole/${roleId(doctor.id)}`, display: doctor.name }]
            : []),
        ],
      }
    }),
  )
}

function atClinic({ fullName }: ClinicDetails) {
  return { reference: `Location/${LOCATION_ID}`, display: fullName }
}

function serviceReference({ id, name }: OfferedTreatment) {
  return { reference: `HealthcareService/${id}`, display: name }
}

function serviceTypeOf({ id, name }: OfferedTreatment, directory: Directory) {
  return {
    coding: [{ system: systemOf(directory), code: id, display: name }],
    text: name,
  }
}
