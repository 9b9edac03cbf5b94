import { expect, test } from 'vitest'
import type { FieldView } from './field.ts'
import { shapeFault } from './shape.ts'

const file = { file_id: '1', name: 'a.pdf' }
const many = (length: number, item: unknown) => Array.from({ length }, () => item)
/** Named values; `sent` lists those that each view sends. */
const values = {
  text: 'x',
  number: 5,
  infinite: Number.POSITIVE_INFINITY,
  box: true,
  choice: { id: 'a', value: 'А' },
  numberedChoice: { id: 5 },
  choices: ['a', { id: 'b' }],
  choicesAndMore: ['a', 5],
  '200 choices': many(200, 'a'),
  '201 choices': many(201, 'a'),
  rows: [{ a: 1 }, {}],
  rowsAndMore: [{}, []],
  '201 rows': many(201, {}),
  files: [file, { ...file, size: 5 }],
  filesAndMore: [file, 'a.pdf'],
  filesWithoutId: [{ name: 'a.pdf' }],
  filesWithoutName: [{ file_id: '1' }],
  filesOfTypedSize: [{ ...file, size: '5' }],
  '201 files': many(201, file),
}
const records = ['rows', 'files', 'filesWithoutId', 'filesWithoutName', 'filesOfTypedSize']
const sent: Record<FieldView, string[]> = {
  ...of(['text'], 'text', 'textarea', 'date', 'datetime', 'phone', 'email'),
  ...of(['text', 'number'], 'number', 'year'),
  ...of(['text', 'choice'], 'select', 'radio', 'suggest', 'region'),
  ...of(['choices', '200 choices'], 'multiselect'),
  ...of(['box'], 'checkbox', 'consent'),
  ...of(records, 'group'),
  ...of(['files'], 'file', 'image'),
} as Record<FieldView, string[]>

function of(names: string[], ...views: FieldView[]) {
  return Object.fromEntries(views.map((view) => [view, names]))
}

test.each(Object.entries(sent))('a field of view %s takes only values that it sends: %j', (view, names) => {
  const field = { name: 'x', label: 'x', view: view as FieldView }
  const taken = Object.entries(values).filter(([, value]) => shapeFault(field, value) === null)
  expect(taken.map(([name]) => name)).toEqual(names)
  expect(shapeFault(field, Symbol('x'))).toEqual({ rule: 'type', message: 'Значение не подходит к этому полю' })
})
