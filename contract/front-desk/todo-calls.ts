import { call } from '../call.ts'
import { appointmentParams } from '../ids.ts'
import * as schemas from './todo.ts'

export const countTodo = call('GET', '/todo', 'staff', {
  summary: 'How many entries each list of To do has, for staff',
  answers: { 200: schemas.todoCounts },
})

export const readSetup = call('GET', '/todo/setup', 'admin', {
  summary: 'Which parts of the clinic are set up, for admins',
  answers: { 200: schemas.setupState },
})

export const confirmSetup = call('POST', '/todo/setup/:step', 'admin', {
  summary: 'Confirm the time zone, or who gets alarms, for admins',
  params: schemas.setupParams,
  answers: { 200: schemas.setupState },
})

export const listOwing = call('GET', '/todo/owing', 'staff', {
  summary: 'Past visits that are not paid, oldest first, for staff',
  query: schemas.owingQuery,
  answers: { 200: schemas.owingList },
})

export const listCalls = call('GET', '/todo/calls', 'staff', {
  summary:
    'Families that no email has told what the clinic has canceled, moved or closed, for staff',
  answers: { 200: schemas.callList },
})

export const listTodoMarks = call('GET', '/todo/marks', 'staff', {
  summary: 'Claims of entries on other pages and in the schedule, for staff',
  answers: { 200: schemas.todoMarks },
})

export const markTodo = call('PUT', '/todo/:list/:id', 'staff', {
  summary: 'Claim an entry of To do, or record the result of a call, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: schemas.todoParams,
  body: schemas.todoChange,
  answers: { 200: schemas.todoMark, 409: schemas.todoRefusal },
})

export const askForPayment = call('POST', '/todo/owing/:id/ask', 'staff', {
  summary: 'Email a family to pay for a past visit, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: appointmentParams,
  answers: { 200: schemas.askedForPayment },
})
