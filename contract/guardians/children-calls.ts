import { call } from '../call.ts'
import { child, childChange, childList, childParams, childRemoval, newChild } from './children.ts'

export const listChildren = call('GET', '/children', 'user', {
  summary: 'List your children',
  answers: { 200: childList },
})

export const addChild = call('POST', '/children', 'user', {
  summary: 'Add a child',
  limit: { name: 'children', perMinute: 60, per: 'user' },
  body: newChild,
  answers: { 201: child },
})

export const changeChild = call('PUT', '/children/:id', 'user', {
  summary: 'Change, archive or restore a child',
  limit: { name: 'children', perMinute: 60, per: 'user' },
  params: childParams,
  body: childChange,
  answers: { 200: child },
})

export const removeChild = call('DELETE', '/children/:id', 'user', {
  summary: 'Take a child off your list',
  limit: { name: 'children', perMinute: 60, per: 'user' },
  params: childParams,
  answers: { 200: childRemoval },
})
