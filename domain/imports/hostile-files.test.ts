import { describe, expect, it } from 'vitest'
import type { ImportMapping } from '#contract/imports/imports.ts'
import { children } from '#drizzle/schema/index.ts'
import { allOf, seededDatabase } from '#drizzle/testing/seeded-database.ts'
import { importer } from './testing/import-file.ts'

// Files as previous systems, spreadsheets and people write them: docs/requirements.md#moving-in. Each is refused as a
// whole with a reason, or each of its rows has an outcome.

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const HEAD = 'Child,DOB,Parent,Phone'
const ROW = 'Mia Parker,2021-06-05,Paula Parker,5035550142'
const lines = (...rows: string[]) => `${rows.join('\n')}\n`
const file = (...rows: string[]) => lines(HEAD, ...rows)
const many = (count: number, row: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => row(index))

describe('a file is refused as a whole that', () => {
  it.each<[string, string | Buffer, string]>([
    ['is empty', '', 'empty'],
    ['has a byte order mark only', '\uFEFF', 'empty'],
    ['has blank lines only', '\r\n\r\n\n', 'empty'],
    ['has separators only', ',,,\n,,,\n', 'empty'],
    ['has headers only', lines(HEAD), 'no_rows'],
    ['has headers and empty rows', lines(HEAD, ',,,', '', ',,,'), 'no_rows'],
    ['is a workbook', Buffer.from('504b030414000600', 'hex'), 'workbook'],
    ['is a workbook of an older Excel', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'workbook'],
    ['is a program', Buffer.from(many(2_000, String).map((_, byte) => byte % 9)), 'not_text'],
    ['has 201 columns', lines(many(201, (index) => `H${index}`).join()), 'too_many_columns'],
    [
      'has a row of 201 cells',
      lines(HEAD, many(201, (index) => `c${index}`).join()),
      'too_many_columns',
    ],
    [
      'has a quotation mark that is not closed',
      `${HEAD}\n"${'x\n'.repeat(150_000)}`,
      'quote_not_closed',
    ],
    ['has 50,001 rows', file(...many(50_001, () => 'a,b,c,d')), 'too_many_rows'],
  ])('%s', async (_, content, problem) => {
    await expect(importer(seededDatabase()).load('families', content)).rejects.toThrow(problem)
  })
})

interface Hostile {
  has: string
  content: string | Buffer
  mapping?: Partial<ImportMapping>
  outcomes: string[]
  /** Who is in the clinic then. */
  children: string[]
}

const CASES: Hostile[] = [
  {
    has: 'is UTF-16',
    content: utf16(file('Zoë Parker,2021-06-05,Paula Parker,5035550142')),
    outcomes: ['added'],
    children: ['Zoë Parker 2021-06-05'],
  },
  {
    has: 'is Windows-1252',
    content: Buffer.from(file('Zoë Parker,2021-06-05,Paula Parker,5035550142'), 'latin1'),
    outcomes: ['added'],
    children: ['Zoë Parker 2021-06-05'],
  },
  {
    has: 'has byte order marks in the middle',
    content: file(ROW, '\uFEFFBen\uFEFF Parker,2018-02-28,Paula Parker,5035550142'),
    outcomes: ['added', 'added'],
    children: ['Mia Parker 2021-06-05', 'Ben Parker 2018-02-28'],
  },
  {
    has: 'has mixed line ends',
    content: `${HEAD}\r\n${ROW}\r\n\nBen Parker,2018-02-28,Paula Parker,5035550142\r\n`,
    outcomes: ['added', 'added'],
    children: ['Mia Parker 2021-06-05', 'Ben Parker 2018-02-28'],
  },
  {
    has: 'has the line ends of old Macs',
    content: `${HEAD}\r${ROW}\rBen Parker,2018-02-28,Paula Parker,5035550142\r`,
    outcomes: ['added', 'added'],
    children: ['Mia Parker 2021-06-05', 'Ben Parker 2018-02-28'],
  },
  {
    has: 'has the separator line of Excel',
    content: `sep=;\r\n${HEAD.replaceAll(',', ';')}\r\n${ROW.replaceAll(',', ';')}\r\n`,
    outcomes: ['added'],
    children: ['Mia Parker 2021-06-05'],
  },
  {
    has: 'has tabs',
    content: file(ROW).replaceAll(',', '\t'),
    outcomes: ['added'],
    children: ['Mia Parker 2021-06-05'],
  },
  {
    has: 'has equal headers',
    content: lines(
      'Child,Child,DOB,Parent,Phone,Phone',
      'Mia Parker,Other,2021-06-05,Paula Parker,5035550142,1',
    ),
    outcomes: ['added'],
    children: ['Mia Parker 2021-06-05'],
  },
  {
    has: 'has empty headers',
    content: lines('Child,,DOB,Parent,Phone,', 'Mia Parker,x,2021-06-05,Paula Parker,5035550142,y'),
    outcomes: ['added'],
    children: ['Mia Parker 2021-06-05'],
  },
  {
    has: 'has headers over two lines',
    content: lines('"Child\nname","Date\nof birth",Parent,Phone', ROW),
    outcomes: ['added'],
    children: ['Mia Parker 2021-06-05'],
  },
  {
    has: 'has headers that say nothing',
    content: lines('A,B,C,D', ROW),
    mapping: { columns: { childName: 0, birthDate: 1, guardianName: 2, phone: 3 } },
    outcomes: ['added'],
    children: ['Mia Parker 2021-06-05'],
  },
  {
    has: 'has quotation marks over lines, and within a cell',
    content: lines(
      `${HEAD},Note`,
      `${ROW},"one\n""two"",\nthree"`,
      'Ben Parker,2018-02-28,Paula Parker,5035550142,5\' 3" tall',
    ),
    outcomes: ['added', 'added'],
    children: ['Mia Parker 2021-06-05', 'Ben Parker 2018-02-28'],
  },
  {
    has: 'has NUL characters',
    content: file(
      'Mi\0a Parker,2021-06-05,Paula Parker,5035550142',
      '\0,2021-06-05,Paula Parker,5035550142',
    ),
    outcomes: [
      'refused: Name has characters that can’t be shown.',
      'refused: Name needs a letter.',
    ],
    children: [],
  },
  {
    has: 'has formulas, and guards against them',
    content: file(
      '=1+1,2021-06-05,Paula Parker,5035550142',
      '"=HYPERLINK(""http://x.example"")",2021-06-05,Paula Parker,5035550142',
      `'=Mia,2021-06-05,Paula Parker,5035550142`,
      `Ben Parker,2018-02-28,Paula Parker,'+1 503 555 0142`,
    ),
    outcomes: ['added', 'refused: Name can’t contain a link.', 'added', 'added'],
    children: ['=1+1 2021-06-05', '=Mia 2021-06-05', 'Ben Parker 2018-02-28'],
  },
  {
    has: 'has a cell of 1,001 characters',
    content: lines(
      `${HEAD},Note`,
      `${ROW},${'x'.repeat(1_001)}`,
      `Ben Parker,2018-02-28,Paula Parker,5035550142,${'x'.repeat(1_000)}`,
    ),
    outcomes: ['refused: A cell of this row has more than 1,000 characters.', 'added'],
    children: ['Ben Parker 2018-02-28'],
  },
  {
    has: 'has a name of 200 letters',
    content: file(`Mia ${'a'.repeat(200)},2021-06-05,Paula Parker,5035550142`),
    outcomes: ['refused: Name must be 100 characters or fewer.'],
    children: [],
  },
  {
    has: 'has more cells than headers',
    content: file(`${ROW},surplus`, `${ROW},,`),
    outcomes: ['refused: This row has more cells than there are headers.', 'added'],
    children: ['Mia Parker 2021-06-05'],
  },
  {
    has: 'has missing cells',
    content: file('Mia Parker', 'Ben Parker,2018-02-28,Paula Parker', ROW),
    outcomes: [
      'refused: Birth date is required.',
      'refused: Phone is required (guardian).',
      'added',
    ],
    children: ['Mia Parker 2021-06-05'],
  },
  {
    has: 'has merged cells, which only their first row keeps',
    content: lines(
      'Household,Child,DOB,Parent,Phone',
      'H1,Mia Parker,2021-06-05,Paula Parker,5035550142',
      'H1,Ben Parker,2018-02-28,,',
      ',Ida Parker,2019-02-28,,',
    ),
    outcomes: ['added', 'added', 'refused: Name is required (guardian).'],
    children: ['Mia Parker 2021-06-05', 'Ben Parker 2018-02-28'],
  },
  {
    has: 'has two guardians in a row',
    content: lines(
      `${HEAD},Parent 2,Parent 2 Phone`,
      `${ROW},Paul Parker,(503) 555-0143 x9`,
      'Ben Parker,2018-02-28,Paula Parker,5035550142,Otto Parker,',
      'Zoë Ash,2018-02-28,Anna Ash,5035550144,Anna Ash,5035550144',
    ),
    outcomes: [
      'added',
      'added: The second guardian is Paul Parker here, and Otto Parker in the file.',
      'added',
    ],
    children: ['Mia Parker 2021-06-05', 'Ben Parker 2018-02-28', 'Zoë Ash 2018-02-28'],
  },
  {
    has: 'has households over several rows that name different guardians',
    content: lines(
      'Household,Child,DOB,Parent,Phone',
      'H1,Mia Parker,2021-06-05,Paula Parker,5035550142',
      'H2,Zoë Ash,2018-02-28,Anna Ash,5035550144',
      'H1,Ben Parker,2018-02-28,Paul Parker,5035550143',
    ),
    outcomes: [
      'added',
      'added',
      'added: The guardian is Paula Parker here, and Paul Parker in the file. The phone is 5035550142 here, and 5035550143 in the file.',
    ],
    children: ['Mia Parker 2021-06-05', 'Ben Parker 2018-02-28', 'Zoë Ash 2018-02-28'],
  },
  {
    has: 'has phones with extensions',
    content: file(
      'Mia Parker,2021-06-05,Paula Parker,(503) 555-0142 ext. 12',
      'Ben Parker,2018-02-28,Paula Parker,+1 503.555.0142 x12',
      'Ida Parker,2019-02-28,Paula Parker,+1-503-555-0142;ext=12',
      'Uma Parker,2019-02-28,Paula Parker,503/555-0142 #13',
      'Zoë Ash,2018-02-28,Anna Ash,+44 (0)20 7946 0958',
      'Kim Lee,2018-02-28,Li Lee,call me',
      'Jo Lee,2018-02-28,Li Lee,',
    ),
    outcomes: [
      'added',
      'added',
      'refused: Enter a valid phone number, such as (503) 555-0142 ext. 12 (guardian).',
      'added',
      'added',
      'refused: Enter a valid phone number, such as (503) 555-0142 ext. 12 (guardian).',
      'refused: Phone is required (guardian).',
    ],
    children: [
      'Mia Parker 2021-06-05',
      'Ben Parker 2018-02-28',
      'Uma Parker 2019-02-28',
      'Zoë Ash 2018-02-28',
    ],
  },
  {
    has: 'has days before months',
    content: file(
      'Mia Parker,13/4/2019,Paula Parker,5035550142',
      'Ben Parker,3/4/2018,Paula Parker,5035550142',
    ),
    outcomes: ['added', 'added'],
    children: ['Mia Parker 2019-04-13', 'Ben Parker 2018-04-03'],
  },
  {
    has: 'has dates in two orders',
    content: file(
      'Mia Parker,13/4/2019,Paula Parker,5035550142',
      'Ben Parker,4/13/2018,Paula Parker,5035550142',
    ),
    mapping: { dateOrder: 'dmy' },
    outcomes: ['added', 'refused: “4/13/2018” is not a birth date.'],
    children: ['Mia Parker 2019-04-13'],
  },
  {
    has: 'has dates of every other form',
    content: file(
      'Mia Parker,2019-04-13,Paula Parker,5035550142',
      'Ben Parker,"Apr 13, 2018",Paula Parker,5035550142',
      'Ida Parker,20170413,Paula Parker,5035550142',
      'Uma Parker,43567,Paula Parker,5035550142',
      'Kim Parker,2019-02-30,Paula Parker,5035550142',
      'Jo Parker,,Paula Parker,5035550142',
    ),
    outcomes: [
      'added',
      'added',
      'added',
      'refused: “43567” is not a birth date.',
      'refused: “2019-02-30” is not a birth date.',
      'refused: Birth date is required.',
    ],
    children: ['Mia Parker 2019-04-13', 'Ben Parker 2018-04-13', 'Ida Parker 2017-04-13'],
  },
  {
    has: 'has births in the future, of adults and of year 1',
    content: file(
      'Mia Parker,2028-01-01,Paula Parker,5035550142',
      'Ben Parker,1980-01-01,Paula Parker,5035550142',
      'Ida Parker,0001-01-01,Paula Parker,5035550142',
    ),
    outcomes: [
      'refused: The birth date is in the future.',
      'refused: The patient is 18 or older, and books without a guardian.',
      'refused: “0001-01-01” is not a birth date.',
    ],
    children: [],
  },
  {
    has: 'has a child three times',
    content: file(ROW, ROW, ROW.toUpperCase()),
    outcomes: ['added', 'same', 'same'],
    children: ['Mia Parker 2021-06-05'],
  },
  {
    has: 'has thirteen children of a family',
    content: file(
      ...many(
        13,
        (index) => `Child ${String.fromCharCode(97 + index)},2020-01-01,Paula Parker,5035550142`,
      ),
    ),
    outcomes: [
      'added',
      'added',
      'added',
      'added',
      'added',
      'added',
      'added',
      'added',
      'added',
      'added',
      'added',
      'added',
      'refused: A family can have up to 12 children.',
    ],
    children: [
      'Child a 2020-01-01',
      'Child b 2020-01-01',
      'Child c 2020-01-01',
      'Child d 2020-01-01',
      'Child e 2020-01-01',
      'Child f 2020-01-01',
      'Child g 2020-01-01',
      'Child h 2020-01-01',
      'Child i 2020-01-01',
      'Child j 2020-01-01',
      'Child k 2020-01-01',
      'Child l 2020-01-01',
    ],
  },
  {
    has: 'has emails that are none',
    content: lines(
      `${HEAD},Email`,
      `${ROW},PAULA@Example.com`,
      'Zoë Ash,2018-02-28,Anna Ash,5035550144,anna at example',
      'Kim Lee,2018-02-28,Li Lee,5035550145,n/a',
      'Jo Roe,2018-02-28,Ray Roe,5035550146,"a@example.com; b@example.com"',
    ),
    outcomes: [
      'added',
      'refused: Enter a valid email address.',
      'added',
      'refused: Enter a valid email address.',
    ],
    children: ['Mia Parker 2021-06-05', 'Kim Lee 2018-02-28'],
  },
  {
    has: 'has a footer',
    content: file(ROW, 'Total: 1,,,', '"Printed 3/1/2027 by admin",,,'),
    outcomes: ['added', 'refused: Birth date is required.', 'refused: Birth date is required.'],
    children: ['Mia Parker 2021-06-05'],
  },
  {
    has: 'has markup, SQL and names of object properties',
    content: file(
      '<b>Mia</b> Parker,2021-06-05,Paula Parker,5035550142',
      '"Robert\'); DROP TABLE children;--",2021-06-05,Paula Parker,5035550143',
      '__proto__,2021-06-05,constructor,5035550144',
    ),
    outcomes: ['added', 'added', 'added'],
    children: [
      '<b>Mia</b> Parker 2021-06-05',
      "Robert'); DROP TABLE children;-- 2021-06-05",
      '__proto__ 2021-06-05',
    ],
  },
  {
    has: 'has invisible and reversing characters',
    content: file(
      'Mia\u200B Parker,2021-06-05,Paula\u00A0Parker,5035550142',
      '\u202EaiM Parker,2021-06-05,Paula Parker,5035550142',
      '😀,2021-06-05,Paula Parker,5035550142',
    ),
    outcomes: [
      'refused: Name has characters that can’t be shown.',
      'added',
      'refused: Name needs a letter.',
    ],
    children: ['aiM Parker 2021-06-05'],
  },
  {
    has: 'has its columns in another order than its headers',
    content: file('Paula Parker,5035550142,Mia Parker,2021-06-05'),
    outcomes: ['refused: “5035550142” is not a birth date.'],
    children: [],
  },
  {
    has: 'has a child’s number twice',
    content: lines(
      'Household,Patient ID,Child,DOB,Parent,Phone',
      'H1,C1,Mia Parker,2021-06-05,Paula Parker,5035550142',
      'H2,C1,Zoë Ash,2018-02-28,Anna Ash,5035550144',
    ),
    outcomes: [
      'added',
      'differs: The guardian is Paula Parker here, and Anna Ash in the file. The phone is 5035550142 here, and 5035550144 in the file. The child is Mia Parker here, and Zoë Ash in the file. Mia Parker is born Jun 5, 2021 here, and Feb 28, 2018 in the file.',
    ],
    children: ['Mia Parker 2021-06-05'],
  },
]

describe('each row has an outcome of a file that', () => {
  it.each(CASES)('$has', async ({ content, mapping = {}, ...expected }) => {
    const db = seededDatabase()
    const flow = importer(db)
    const { id } = await flow.import('families', content, mapping)
    expect({
      outcomes: flow.sentences(id),
      children: allOf(db, children).map(({ name, birthDate }) => `${name} ${birthDate}`),
    }).toEqual({ outcomes: expected.outcomes, children: expected.children })
  })
})
