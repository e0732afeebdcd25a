import { expect, it } from 'vitest'
import { findSearchErrors } from './checks/search.ts'
import { migrateDatabase } from './client.ts'
import { searchFamilies } from './queries/front-desk/families.ts'
import { countToCall } from './queries/front-desk/todo.ts'
import { oldDatabase } from './testing/old-database.ts'

it('keeps what appointments of an earlier version say, and finds their families as before', () => {
  const db = oldDatabase('0027_needs_doctor')
  db.$client.exec(`
    INSERT INTO treatments (id, name, position) VALUES ('t', 'Allergy Testing', 1);
    INSERT INTO users (uid, email, name, created_at) VALUES ('anna', 'a@example.com', 'Anna', 0);
    INSERT INTO children (id, name, birth_date, created_by, created_at)
      VALUES ('mia', 'Mia', '2021-06-05', 'anna', 0);
    INSERT INTO guardianships (child_id, uid, is_owner, may_book, may_pay, receives_email, created_at)
      VALUES ('mia', 'anna', 1, 1, 1, 1, 0);
    INSERT INTO desk_families (id, name, phone, email, created_by, created_at)
      VALUES ('zoe', 'Zoe Parker', '555 0142', NULL, 'desk', 0);
    INSERT INTO family_links (id, desk_family_id, uid, proposed_by, proposed_at)
      VALUES ('link', 'zoe', 'anna', 'desk', 0);
    INSERT INTO appointments (id, treatment_id, treatment, price_cents, date, start_minute,
        length_minutes, patient_uid, desk_family_id, child_id, child_name, child_birth_date,
        patient_name, email, phone, address, status, cancelled_at, created_at)
      VALUES
        ('of-desk', 't', 'Allergy Testing', 100, '2099-03-09', 540, 30, NULL, 'zoe', NULL, NULL, NULL,
          'Zoe Parker', '', '555 0142', '', 'booked', NULL, 0),
        ('of-child', 't', 'Allergy Testing', 100, '2099-03-09', 600, 30, 'anna', NULL, 'mia', 'Mia',
          '2021-06-05', 'Anna', 'a@example.com', '555 0100', '', 'cancelled', 5, 0);
    INSERT INTO events (id, kind, subject, actor, data, occurred_at)
      VALUES ('01', 'appointment.cancelled', 'of-child', 'admin', '{"by":"clinic","reason":"clinic"}', 5);`)
  const read = () =>
    db.$client
      .prepare(
        'SELECT id, child_id, child_name, patient_name, desk_family_id FROM appointments ORDER BY id',
      )
      .all()
  const before = read()
  migrateDatabase(db)
  expect(read()).toEqual(before)
  expect(findSearchErrors(db)).toEqual([])
  const from = { today: '2099-01-01', minute: 0 }
  const find = (text: string) => searchFamilies(db, text, { limit: 5, from }).map(({ id }) => id)
  expect([find('parker'), find('6/5/2021'), find('mia anna')]).toEqual([
    ['zoe'],
    ['anna'],
    ['anna'],
  ])
  const now = new Date('2099-01-01')
  // The clinic's cancellations from before the migration get no email.
  expect(countToCall(db, { from: '2099-01-01', canceledSince: now }, now)).toBe(1)
})
