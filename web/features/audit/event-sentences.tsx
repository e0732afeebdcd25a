import type { ReactNode } from 'react'
import type { EventKind } from '#contract/audit/events.ts'

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
  'user.doctor_added': {
    name: 'Doctor access granted',
    sentence: (who, it) => (
      <>
        {who} gave {it} a doctor’s day
      </>
    ),
  },
  'user.doctor_removed': {
    name: 'Doctor access removed',
    sentence: (who, it) => (
      <>
        {who} removed {it}’s doctor access
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
  'user.contact_changed': {
    name: 'Contact changed',
    sentence: (who, it) => (
      <>
        {who} changed phone or address of {it}
      </>
    ),
    ownSentence: (who) => <>{who} changed their phone or address</>,
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
  'child.alerts_changed': {
    name: 'Alert of a child changed',
    sentence: (who, it) => (
      <>
        {who} changed an alert of the child {it}
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
  'feed.created': {
    name: 'Calendar feed made',
    sentence: (who, it) => (
      <>
        {who} made {it}
      </>
    ),
  },
  'feed.revoked': {
    name: 'Calendar feed revoked',
    sentence: (who, it) => (
      <>
        {who} revoked {it}
      </>
    ),
  },
  'webhook.added': {
    name: 'Webhook added',
    sentence: (who, it) => (
      <>
        {who} set up {it}
      </>
    ),
  },
  'webhook.changed': {
    name: 'Webhook changed',
    sentence: (who, it) => (
      <>
        {who} changed the settings of {it}
      </>
    ),
  },
  'webhook.removed': {
    name: 'Webhook removed',
    sentence: (who, it) => (
      <>
        {who} took down {it}
      </>
    ),
  },
  'webhook.secret_rotated': {
    name: 'Webhook secret changed',
    sentence: (who, it) => (
      <>
        {who} gave {it} a new secret
      </>
    ),
  },
  'webhook.replayed': {
    name: 'Webhook sent again',
    sentence: (who, it) => (
      <>
        {who} sent an event to {it} again
      </>
    ),
  },
  'webhook.disabled': {
    name: 'Webhook turned off',
    sentence: (_, it) => <>{it} was turned off after days of failures</>,
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
  'appointment.patient_changed': {
    name: 'Patient corrected',
    sentence: (who, it, patient) => (
      <>
        {who} corrected for whom {it} is: now for {patient}
      </>
    ),
  },
  'appointment.payment_requested': {
    name: 'Payment asked for',
    sentence: (who, it, patient) => (
      <>
        {who} emailed the family of {patient} to pay for {it}
      </>
    ),
  },
  'appointment.todo_marked': {
    name: 'To do',
    sentence: (who, it, patient) => (
      <>
        {who} changed who takes care of {it} for {patient}, or what came of it
      </>
    ),
  },
  'todo.claimed': {
    name: 'To do',
    sentence: (who, it) => (
      <>
        {who} changed who takes care of {it}
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
  'session.opened': {
    name: 'Extra session opened',
    sentence: (who, it) => (
      <>
        {who} opened {it}
      </>
    ),
  },
  'session.withdrawn': {
    name: 'Extra session withdrawn',
    sentence: (who, it) => (
      <>
        {who} withdrew {it}
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
  'closure.approved': {
    name: 'Absence approved',
    sentence: (who, it) => (
      <>
        {who} approved {it}
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
  'closure.reoffered': {
    name: 'Closure re-offered',
    sentence: (who, it) => (
      <>
        {who} offered other times to the families of {it}
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
  'appointment.in_room': {
    name: 'Patient in room',
    sentence: (who, it, patient) => (
      <>
        {who} brought {patient} to a room for {it}
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
  'till.counted': {
    name: 'Till counted',
    sentence: (who, it) => (
      <>
        {who} counted the till {it}
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
  'waitlist.joined': {
    name: 'Waiting list joined',
    sentence: (who, it) => (
      <>
        {who} put {it} on the waiting list
      </>
    ),
  },
  'waitlist.left': {
    name: 'Waiting list left',
    sentence: (_, it) => <>{it} is no longer on the waiting list</>,
  },
  'waitlist.paused': {
    name: 'Waiting list paused',
    sentence: (_, it) => <>{it} had two offers without an answer and gets no more</>,
  },
  'waitlist.resumed': {
    name: 'Waiting list resumed',
    sentence: (who, it) => (
      <>
        {who} said that {it} still waits
      </>
    ),
  },
  'offer.made': {
    name: 'Time offered',
    sentence: (_, it) => <>{it} was held for a family</>,
  },
  'offer.accepted': {
    name: 'Offer accepted',
    sentence: (who, it) => (
      <>
        {who} accepted {it}
      </>
    ),
  },
  'offer.declined': {
    name: 'Offer declined',
    sentence: (who, it) => (
      <>
        {who} declined {it}
      </>
    ),
  },
  'offer.expired': { name: 'Offer expired', sentence: (_, it) => <>{it} had no answer in time</> },
  'offer.withdrawn': { name: 'Offer withdrawn', sentence: (_, it) => <>{it} was withdrawn</> },
  'replica.stale': {
    name: 'Second copy too old',
    sentence: (_, it) => <>Alarm: {it} is too old</>,
  },
  'replica.drilled': {
    name: 'Second copy checked',
    sentence: (_, it) => <>Restored and checked {it}: all was well</>,
  },
  'replica.drill_failed': {
    name: 'Second copy failed its check',
    sentence: (_, it) => <>Alarm: {it} failed its check</>,
  },
  'insights.mended': {
    name: 'Figures corrected',
    sentence: (_, it) => <>The figures of {it} did not match and were counted again</>,
  },
  'stripe.event_received': { name: 'Stripe event', sentence: (_, it) => <>Stripe sent {it}</> },
}
