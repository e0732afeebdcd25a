import type { ReactNode } from 'react'
import type { EventKind } from '../../../contract/events.ts'

interface Words {
  /** The kind's name in the filter. */
  name: string
  /** What happened: who did it, and to whom or what. */
  describe: (who: ReactNode, it: ReactNode) => ReactNode
  /** The sentence when actor and subject are the same. */
  describeOwn?: (who: ReactNode) => ReactNode
}

/** Name and sentence for each kind of event. */
export const EVENT_WORDS: Record<EventKind, Words> = {
  'user.registered': { name: 'Signed up', describe: (_, it) => <>{it} signed up</> },
  'user.promoted': {
    name: 'Admin access granted',
    describe: (who, it) => (
      <>
        {who} made {it} an admin
      </>
    ),
  },
  'user.demoted': {
    name: 'Admin access removed',
    describe: (who, it) => (
      <>
        {who} removed {it}’s admin access
      </>
    ),
    describeOwn: (who) => <>{who} gave up admin access</>,
  },
  'user.relinked': {
    name: 'Account replaced',
    describe: (_, it) => <>{it} came back with a new account (same email)</>,
  },
  'user.updated': {
    name: 'Profile changed',
    describe: (who, it) => (
      <>
        {who} updated {it}’s profile
      </>
    ),
    describeOwn: (who) => <>{who} updated their profile</>,
  },
  'user.verified': {
    name: 'Email confirmed',
    describe: (_, it) => <>{it} confirmed their email address</>,
  },
  'user.sessions_ended': {
    name: 'Sessions ended',
    describe: (_, it) => <>All sessions of {it} were ended</>,
    describeOwn: (who) => <>All sessions of {who} were ended</>,
  },
  'user.viewed': {
    name: 'Data viewed',
    describe: (who, it) => (
      <>
        {who} viewed the data of {it}
      </>
    ),
  },
  'user.removed': {
    name: 'User removed',
    describe: (who, it) => (
      <>
        {who} removed user {it}
      </>
    ),
    describeOwn: (who) => <>{who} removed their own account</>,
  },
  'doctor.added': {
    name: 'Doctor added',
    describe: (who, it) => (
      <>
        {who} added doctor {it}
      </>
    ),
  },
  'doctor.updated': {
    name: 'Doctor’s photo changed',
    describe: (who, it) => (
      <>
        {who} changed doctor {it}’s photo
      </>
    ),
  },
  'doctor.removed': {
    name: 'Doctor deleted',
    describe: (who, it) => (
      <>
        {who} deleted doctor {it}
      </>
    ),
  },
  'image.received': {
    name: 'Photo uploaded',
    describe: (who, it) => (
      <>
        {who} uploaded {it}
      </>
    ),
  },
  'image.retried': {
    name: 'Photo retried',
    describe: (who, it) => (
      <>
        {who} retried processing {it}
      </>
    ),
  },
  'image.processed': { name: 'Photo processed', describe: (_, it) => <>{it} was processed</> },
  'image.failed': { name: 'Photo failed', describe: (_, it) => <>{it} couldn’t be processed</> },
  'image.removed': { name: 'Photo deleted', describe: (_, it) => <>{it} was deleted</> },
  'appointment.booked': {
    name: 'Appointment booked',
    describe: (who, it) => (
      <>
        {who} booked {it}
      </>
    ),
  },
  'appointment.cancelled': {
    name: 'Appointment canceled',
    describe: (who, it) => (
      <>
        {who} canceled {it}
      </>
    ),
  },
  'appointment.paid': { name: 'Appointment paid', describe: (_, it) => <>Paid: {it}</> },
  'payment.failed': { name: 'Payment failed', describe: (_, it) => <>A payment failed: {it}</> },
  'payment.refunded': {
    name: 'Payment refunded',
    describe: (_, it) => <>A payment was refunded: {it}</>,
  },
  'payment.disputed': {
    name: 'Payment disputed',
    describe: (_, it) => <>A payment is disputed: {it}</>,
  },
  'refund.requested': {
    name: 'Refund requested',
    describe: (_, it) => <>A refund was requested: {it}</>,
  },
  'refund.failed': { name: 'Refund failed', describe: (_, it) => <>A refund failed: {it}</> },
  'stripe.event_received': { name: 'Stripe event', describe: (_, it) => <>Stripe sent {it}</> },
}
