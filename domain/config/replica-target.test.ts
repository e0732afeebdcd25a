import { expect, test } from 'vitest'
import { litestreamConfig } from '#domain/replication/litestream.ts'
import { describeTarget, parseReplicaUrl } from './replica-target.ts'

test('reads folders, SFTP and S3-compatible storage', () => {
  expect(parseReplicaUrl('/mnt/copy')).toEqual({ type: 'file', path: '/mnt/copy' })
  expect(parseReplicaUrl('file:///mnt/a%20copy')).toEqual({ type: 'file', path: '/mnt/a copy' })
  expect(parseReplicaUrl('sftp://ann:p%40ss@host/copy')).toEqual({
    type: 'sftp',
    host: 'host:22',
    user: 'ann',
    password: 'p@ss',
    path: '/copy',
  })
  expect(parseReplicaUrl('s3://bucket/a/b?endpoint=https://s3.example&region=eu')).toEqual({
    type: 's3',
    bucket: 'bucket',
    path: 'a/b',
    endpoint: 'https://s3.example',
    region: 'eu',
  })
})

test.each([
  'copy',
  'file://host/copy',
  'sftp://host/copy',
  'sftp://ann@host',
  's3:///folder',
  's3://bucket/folder?endpoint=nowhere',
  's3://bucket/folder?secret=1',
  'https://host/copy',
])('refuses %s', (text) => {
  expect(parseReplicaUrl(text)).toBeUndefined()
})

test('a password appears in the configuration only, never in what is shown', () => {
  const target = parseReplicaUrl('sftp://ann:secret@host:2222/copy')
  if (!target) throw new Error('not read')
  expect(describeTarget(target)).toBe('sftp://ann@host:2222/copy')
  const config = litestreamConfig({ target, keys: {} }, [
    { file: '/data/a.db', folder: 'database' },
  ])
  expect(JSON.parse(config)).toMatchObject({
    dbs: [{ path: '/data/a.db', replicas: [{ password: 'secret', path: '/copy/database' }] }],
  })
})

test('a bucket without a folder has the databases at its top level', () => {
  const target = parseReplicaUrl('s3://bucket')
  if (!target) throw new Error('not read')
  const config = litestreamConfig({ target, keys: {} }, [
    { file: '/data/a.db', folder: 'database' },
  ])
  expect(JSON.parse(config)).toMatchObject({ dbs: [{ replicas: [{ path: 'database' }] }] })
})
