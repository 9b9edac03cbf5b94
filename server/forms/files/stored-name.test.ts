import { expect, test } from 'vitest'
import { storedName } from './stored-name.ts'

test.each([
  ['Резюме.docx', 'pdf', 'Резюме.pdf'],
  ['архив.tar.gz', 'zip', 'архив.tar.zip'],
  ['C:\\Users\\я\\фото.PNG', 'webp', 'фото.webp'],
  ['../../etc/passwd', 'pdf', 'passwd.pdf'],
  ['a:b<c>d"e|f?g*h\u0000\u202e.pdf', 'pdf', 'abcdefgh.pdf'],
  [' . скрытый . .pdf', 'pdf', 'скрытый.pdf'],
  ['и\u0306.txt', 'pdf', 'й.pdf'],
  ['ломаный\ud800.pdf', 'pdf', 'ломаный\ufffd.pdf'],
  ['версия.длинный-хвост', 'pdf', 'версия.длинный-хвост.pdf'],
  ['a.0123456789', 'pdf', 'a.pdf'],
  ['a.01234567890', 'pdf', 'a.01234567890.pdf'],
  ['.pdf', 'pdf', 'файл.pdf'],
  ['папка/', 'pdf', 'файл.pdf'],
  ['', 'pdf', 'файл.pdf'],
  ['😀'.repeat(200), 'pdf', `${'😀'.repeat(116)}.pdf`],
  [`${'a'.repeat(115)} ${'b'.repeat(9)}`, 'pdf', `${'a'.repeat(115)}.pdf`],
])('a file sent as «%s» that is a %s is named «%s»', (given, extension, name) => {
  expect(storedName(given, extension)).toBe(name)
})
