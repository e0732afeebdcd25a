import { expect, type Page } from '@playwright/test'
import { absencePreview } from '#contract/schedule/absences.ts'
import type { RecordAnswer } from '#machines/absence/absence-machine.ts'
import { absenceDriver } from '#machines/testing/absence/absence-driver.ts'
import { type AbsenceCase, absenceWalks, formFor } from '#machines/testing/absence/absence-walks.ts'
import { OFFLINE } from '#machines/testing/offline.ts'
import type { Server } from '#machines/testing/tours.ts'
import { openNetwork } from '../intercept.ts'
import { callAs, type Member, register, sessionOf } from '../member.ts'
import {
  absencesOf,
  addDoctor,
  addVisit,
  appointmentRow,
  changeAppointment,
  makeAdmin,
} from '../records.ts'
import { openWith, pageScreen, takeInBrowser } from '../screen.ts'
import { test } from '../test.ts'

/** The site's server; before it answers, the test changes its database as the walk requires. */
async function siteServer(page: Page, canceled: string): Promise<Server> {
  const stop = await openNetwork(page)
  const calls = {
    previewAbsence: stop('POST', '/absences/preview'),
    recordAbsence: stop('POST', '/absences'),
  }
  const callOf = (id: string) => calls[id as keyof typeof calls].take()
  return {
    async succeed(id, output) {
      const answered = await callOf(id)
      if (id === 'previewAbsence') changeAppointment(canceled, { status: 'booked' })
      else if ((output as RecordAnswer).kind === 'outdated') {
        changeAppointment(canceled, { status: 'cancelled' })
      }
      await answered.proceed()
    },
    fail: async (id) => (await callOf(id)).answer(403, OFFLINE),
  }
}

/** Two appointments of a new doctor, today at the clinic, and the preview of an absence. */
async function bookToday(admin: Member, doctor: { _id: string; name: string }) {
  const read = async () =>
    absencePreview.parse(
      await callAs(admin, 'POST', '/absences/preview', { doctor: doctor._id, fromMinute: 0 }),
    )
  const { date } = await read()
  const of = { date, doctorId: doctor._id, doctorName: doctor.name }
  const [first, second] = [
    addVisit({ ...of, startMinute: 9 * 60, patientName: 'Mia Morning' }),
    addVisit({ ...of, startMinute: 10 * 60, patientName: 'Noah Noreply' }),
  ]
  const preview = await read()
  const appointments = preview.appointments.slice(1)
  const absence: AbsenceCase = {
    preview,
    lessPreview: { ...preview, appointments },
    toApprove: false,
  }
  return { first, second, absence }
}

test.describe.configure({ mode: 'parallel' })

test.describe('the whole site follows the absence machine', () => {
  for (const [index, { name }] of absenceWalks(undefined, { each: 'state' }).entries()) {
    test(name, async ({ page }) => {
      const admin = await register('Adele Admin')
      makeAdmin(admin.uid)
      const doctor = addDoctor(`Dr. Away ${index + 1}`, 'Allergies')
      const { first, second, absence } = await bookToday(admin, doctor)
      const walk = absenceWalks(absence, { each: 'state' })[index]
      if (!walk) throw new Error(`There is no ${name}`)

      const server = await siteServer(page, first)
      await openWith(page, sessionOf(admin), '/dashboard/absence')
      await takeInBrowser(walk, absenceDriver(pageScreen(page), server, doctor.name))
      expect(absencesOf(doctor._id)).toEqual([formFor(absence.preview).reason])
      // The appointment with a later decision is unchanged.
      expect(appointmentRow(second)).toMatchObject({ status: 'booked', version: 0 })
    })
  }
})
