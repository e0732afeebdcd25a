import type { ReactNode } from 'react'
import type { EventKind } from '#contract/events.ts'

interface Words {
  /** The kind's name in the filter. */
  name: string
  /** What happened: who did it, to whom or what, and whom that concerns. */
  sentence: (who: ReactNode, it: ReactNode, patient: ReactNode) => ReactNode
  /** The sentence when it concerns the one who did it. */
  ownSentence?: (who: ReactNode, it: ReactNode) => ReactNode
}

/** Name and sentence for each kind of event. */
export const EVENT_WORDS: Record<EventKind, Words> = {
  'user.registered': { name: 'Signed up', sentence: (_, it) => <>{it} signed up</> },
  'user.promoted': {
    name: 'Admin access granted',
    sentence: (who, it) => (
      <>
        {who} made {it} an admin
      </>
    ),
  },
  'user.demoted': {
    name: 'Admin access removed',
    sentence: (who, it) => (
      <>
        {who} removed {it}’s admin access
      </>
    ),
    ownSentence: (who) => <>{who} gave up admin access</>,
  },
  'user.staff_added': {
    name: 'Staff access granted',
    sentence: (who, it) => (
      <>
        {who} made {it} staff
      </>
    ),
  },
  'user.staff_removed': {
    name: 'Staff access removed',
    sentence: (who, it) => (
      <>
        {who} removed {it}’s staff access
      </>
    ),
  },
  'user.relinked': {
    name: 'Account replaced',
    sentence: (_, it) => <>{it} came back with a new account (same email)</>,
  },
  'user.updated': {
    name: 'Profile changed',
    sentence: (who, it) => (
      <>
        {who} updated {it}’s profile
      </>
    ),
    ownSentence: (who) => <>{who} updated their profile</>,
  },
  'user.verified': {
    name: 'Email confirmed',
    sentence: (_, it) => <>{it} confirmed their email address</>,
  },
  'user.sessions_ended': {
    name: 'Sessions ended',
    sentence: (_, it) => <>All sessions of {it} were ended</>,
    ownSentence: (who) => <>All sessions of {who} were ended</>,
  },
  'user.viewed': {
    name: 'Data viewed',
    sentence: (who, it) => (
      <>
        {who} viewed the data of {it}
      </>
    ),
  },
  'user.reminders_changed': {
    name: 'Email settings changed',
    sentence: (who, it) => (
      <>
        {who} changed the email settings of {it}
      </>
    ),
    ownSentence: (who) => <>{who} changed their email settings</>,
  },
  'user.unreachable': {
    name: 'Email bounced',
    sentence: (_, it) => <>An email to {it} bounced</>,
  },
  'user.reachable': {
    name: 'Address works again',
    sentence: (who, it) => (
      <>
        {who} found that the email address of {it} works again
      </>
    ),
  },
  'user.email_resent': {
    name: 'Email resent',
    sentence: (who, it) => (
      <>
        {who} resent an email to {it}
      </>
    ),
    ownSentence: (who) => <>{who} resent an email to themselves</>,
  },
  'user.removed': {
    name: 'User removed',
    sentence: (who, it) => (
      <>
        {who} removed user {it}
      </>
    ),
    ownSentence: (who) => <>{who} removed their own account</>,
  },
  'family.added': {
    name: 'Family added',
    sentence: (who, it) => (
      <>
        {who} added the family {it}
      </>
    ),
  },
  'family.changed': {
    name: 'Family changed',
    sentence: (who, it) => (
      <>
        {who} changed the details of the family {it}
      </>
    ),
  },
  'family.removed': {
    name: 'Family removed',
    sentence: (who, it) => (
      <>
        {who} removed the family {it}
      </>
    ),
  },
  'family.link_proposed': {
    name: 'Link proposed',
    sentence: (who, it) => (
      <>
        {who} proposed to link the family {it} to the account with its email
      </>
    ),
  },
  'family.link_declined': {
    name: 'Link declined',
    sentence: (who, it) => (
      <>
        {who} declined the link of the family {it} to their account
      </>
    ),
  },
  'family.linked': {
    name: 'Family linked',
    sentence: (who, it) => (
      <>
        {who} linked the family {it} to the account with its email
      </>
    ),
  },
  'family.unlinked': {
    name: 'Link undone',
    sentence: (who, it) => (
      <>
        {who} undid the link of the family {it} to an account
      </>
    ),
  },
  'child.added': {
    name: 'Child added',
    sentence: (who, it) => (
      <>
        {who} added the child {it}
      </>
    ),
  },
  'child.updated': {
    name: 'Child changed',
    sentence: (who, it) => (
      <>
        {who} changed the child {it}
      </>
    ),
  },
  'child.archived': {
    name: 'Child archived',
    sentence: (who, it) => (
      <>
        {who} took the child {it} off their list
      </>
    ),
  },
  'child.merged': {
    name: 'Children merged',
    sentence: (who, it) => (
      <>
        {who} merged the child {it} with the one that another guardian had added
      </>
    ),
  },
  'guardian.invited': {
    name: 'Guardian invited',
    sentence: (who, it) => (
      <>
        {who} invited a guardian for the child {it}
      </>
    ),
  },
  'guardian.joined': {
    name: 'Guardian joined',
    sentence: (who, it) => (
      <>
        {who} accepted an invitation as a guardian of the child {it}
      </>
    ),
  },
  'guardian.updated': {
    name: 'Guardian’s rights changed',
    sentence: (who, it) => (
      <>
        {who} changed what a guardian of the child {it} may do
      </>
    ),
  },
  'guardian.left': {
    name: 'Guardian left',
    sentence: (who, it) => (
      <>
        {who} left the child {it}
      </>
    ),
  },
  'guardian.revoked': {
    name: 'Guardian removed',
    sentence: (who, it) => (
      <>
        {who} removed a guardian of the child {it}, or withdrew an invitation
      </>
    ),
  },
  'doctor.added': {
    name: 'Doctor added',
    sentence: (who, it) => (
      <>
        {who} added doctor {it}
      </>
    ),
  },
  'doctor.updated': {
    name: 'Doctor changed',
    sentence: (who, it) => (
      <>
        {who} changed doctor {it}
      </>
    ),
  },
  'doctor.removed': {
    name: 'Doctor deleted',
    sentence: (who, it) => (
      <>
        {who} deleted doctor {it}
      </>
    ),
  },
  'treatment.added': {
    name: 'Treatment added',
    sentence: (who, it) => (
      <>
        {who} added the treatment {it}
      </>
    ),
  },
  'treatment.changed': {
    name: 'Treatment changed',
    sentence: (who, it) => (
      <>
        {who} changed the treatment {it}
      </>
    ),
  },
  'price.planned': {
    name: 'Price planned',
    sentence: (who, it) => (
      <>
        {who} planned a price of {it}
      </>
    ),
  },
  'price.withdrawn': {
    name: 'Price withdrawn',
    sentence: (who, it) => (
      <>
        {who} withdrew a planned price of {it}
      </>
    ),
  },
  'clinic.changed': {
    name: 'Clinic’s details changed',
    sentence: (who, it) => (
      <>
        {who} changed the details of {it}
      </>
    ),
  },
  'image.received': {
    name: 'Photo uploaded',
    sentence: (who, it) => (
      <>
        {who} uploaded {it}
      </>
    ),
  },
  'image.retried': {
    name: 'Photo retried',
    sentence: (who, it) => (
      <>
        {who} retried processing {it}
      </>
    ),
  },
  'image.processed': { name: 'Photo processed', sentence: (_, it) => <>{it} was processed</> },
  'image.failed': { name: 'Photo failed', sentence: (_, it) => <>{it} couldn’t be processed</> },
  'image.removed': { name: 'Photo deleted', sentence: (_, it) => <>{it} was deleted</> },
  'appointment.booked': {
    name: 'Appointment booked',
    sentence: (who, it, patient) => (
      <>
        {who} booked {it} for {patient}
      </>
    ),
    ownSentence: (who, it) => (
      <>
        {who} booked {it}
      </>
    ),
  },
  'appointment.cancelled': {
    name: 'Appointment canceled',
    sentence: (who, it, patient) => (
      <>
        {who} canceled {it} for {patient}
      </>
    ),
    ownSentence: (who, it) => (
      <>
        {who} canceled {it}
      </>
    ),
  },
  'appointment.moved': {
    name: 'Appointment moved',
    sentence: (who, it, patient) => (
      <>
        {who} moved {it} for {patient}
      </>
    ),
    ownSentence: (who, it) => (
      <>
        {who} moved {it}
      </>
    ),
  },
  'appointment.kept': {
    name: 'Appointment kept',
    sentence: (who, it, patient) => (
      <>
        {who} kept {it} for {patient}, which does not fit the schedule
      </>
    ),
  },
  'schedule.changed': {
    name: 'Hours changed',
    sentence: (who, it) => (
      <>
        {who} changed {it}
      </>
    ),
  },
  'closure.added': {
    name: 'Closure added',
    sentence: (who, it) => (
      <>
        {who} added {it}
      </>
    ),
  },
  'closure.removed': {
    name: 'Closure removed',
    sentence: (who, it) => (
      <>
        {who} removed {it}
      </>
    ),
  },
  'appointment.arrived': {
    name: 'Patient checked in',
    sentence: (who, it, patient) => (
      <>
        {who} checked in {patient} for {it}
      </>
    ),
  },
  'appointment.completed': {
    name: 'Appointment completed',
    sentence: (who, it, patient) => (
      <>
        {who} completed {it} of {patient}
      </>
    ),
  },
  'appointment.no_show': {
    name: 'Patient missed an appointment',
    sentence: (who, it, patient) => (
      <>
        {who} marked {it} of {patient} as missed
      </>
    ),
  },
  'appointment.reopened': {
    name: 'Attendance undone',
    sentence: (who, it, patient) => (
      <>
        {who} undid a step of {it} of {patient}
      </>
    ),
  },
  'appointment.noted': {
    name: 'Note changed',
    sentence: (who, it, patient) => (
      <>
        {who} changed the staff’s note of {it} of {patient}
      </>
    ),
  },
  'appointment.paid': {
    name: 'Appointment paid',
    sentence: (_, it, patient) => (
      <>
        {patient} paid for {it}
      </>
    ),
  },
  'appointment.paid_again': {
    name: 'Appointment paid again',
    sentence: (_, it, patient) => (
      <>
        {it} for {patient} is paid again: its refund failed
      </>
    ),
  },
  'appointment.unpaid': {
    name: 'Appointment unpaid again',
    sentence: (_, it, patient) => (
      <>
        {it} for {patient} is unpaid again after a refund or a lost dispute
      </>
    ),
  },
  'payment.failed': {
    name: 'Payment failed',
    sentence: (_, it, patient) => (
      <>
        {patient}’s payment for {it} failed
      </>
    ),
  },
  'payment.refunded': {
    name: 'Payment refunded',
    sentence: (_, it, patient) => (
      <>
        {patient}’s payment for {it} was refunded
      </>
    ),
  },
  'payment.linked': {
    name: 'Payment linked',
    sentence: (who, it, patient) => (
      <>
        {who} linked an unknown payment at Stripe to {it} for {patient}
      </>
    ),
  },
  'payment.disputed': {
    name: 'Payment disputed',
    sentence: (_, it, patient) => (
      <>
        {patient}’s payment for {it} is disputed
      </>
    ),
  },
  'payment.dispute_lost': {
    name: 'Dispute lost',
    sentence: (_, it, patient) => (
      <>
        The dispute over {patient}’s payment for {it} was lost
      </>
    ),
  },
  'payment.dispute_won': {
    name: 'Dispute won',
    sentence: (_, it, patient) => (
      <>
        The dispute over {patient}’s payment for {it} was won
      </>
    ),
  },
  'payment.problem_found': {
    name: 'Payment problem found',
    sentence: (_, it) => <>The payment for {it} doesn’t agree with Stripe’s records</>,
  },
  'payment.problem_ended': {
    name: 'Payment problem resolved',
    sentence: (who, it) => (
      <>
        {who} resolved a problem with the payment for {it}
      </>
    ),
  },
  'refund.requested': {
    name: 'Refund requested',
    sentence: (_, it, patient) => (
      <>
        A refund of {patient}’s payment for {it} was requested
      </>
    ),
  },
  'refund.failed': {
    name: 'Refund failed',
    sentence: (_, it, patient) => (
      <>
        The refund of {patient}’s payment for {it} failed
      </>
    ),
  },
  'refund.handed_back_late': {
    name: 'Handed back after the day',
    sentence: (who, it, patient) => (
      <>
        {who} handed back {patient}’s payment for {it} after the day of the appointment
      </>
    ),
  },
  'refund.hand_back_undone': {
    name: 'Handing back undone',
    sentence: (who, it, patient) => (
      <>
        {who} undid handing back {patient}’s payment for {it}
      </>
    ),
  },
  'payment.received': {
    name: 'Paid at the front desk',
    sentence: (who, it, patient) => (
      <>
        {who} took {patient}’s payment for {it} at the front desk
      </>
    ),
  },
  'receipt.issued': {
    name: 'Receipt issued',
    sentence: (_, it, patient) => (
      <>
        {it} was issued to {patient}
      </>
    ),
  },
  'stripe.event_received': { name: 'Stripe event', sentence: (_, it) => <>Stripe sent {it}</> },
}
