import { expect, test } from 'vitest'
import { namesIn, withoutAddresses, withoutNames } from './names-in.ts'

test('KP-05 a surname is found in any case, and with ё written as е', () => {
  expect(namesIn('Я, Королёв, писал. У Королева был план.', ['Королёв'])).toEqual(['Королёв', 'Королева'])
  expect(namesIn('Мне, Анне Воронцовой, это близко', ['Воронцова', 'Анна'])).toEqual(['Анне', 'Воронцовой'])
})

test('KP-05 other words are not marked', () => {
  expect(namesIn('Королевство и корова', ['Королёв'])).toEqual([])
  expect(namesIn('Лист лица не показал, знаю ли я', ['Ли'])).toEqual([])
  expect(namesIn('Юрист из Яндекса, в январе, Илим', ['Юрий', 'Ян', 'Илья'])).toEqual([])
  expect(namesIn('ООО и ИП, банк и ко', ['ООО', 'ИП', 'Банк «Ко и Ян» в НИИ'])).toEqual(['банк'])
  expect(namesIn('Текст', ['', 'Я'])).toEqual([])
})

test('KP-05 a short name is found in each of its forms when it begins with a capital', () => {
  for (const [name, forms] of Object.entries({
    Юрий: 'Юрий Юрия Юрию Юрием Юрии',
    Илья: 'Илья Ильи Илье Илью Ильёй Ильей',
    Юлия: 'Юлия Юлии Юлию Юлией',
    Ян: 'Ян Яна Яну Яном Яне',
    Яна: 'Яна Яны Яне Яну Яной',
    Ева: 'Ева Евы Еве Еву Евой',
    Зоя: 'Зоя Зои Зое Зою Зоей',
    Цой: 'Цой Цоя Цою Цоем Цое',
    Ким: 'Ким Кима Киму Кимом Киме',
    Лев: 'Лев Льва Льву Львом Льве',
    Ли: 'Ли',
  }))
    expect(namesIn(forms, [name]), name).toEqual(forms.split(' '))
  expect(withoutNames('ЮРИЙ ЦОЙ и Анна-Мария Ли-Ким', ['Юрий', 'Цой', 'Ли-Ким'])).toBe(
    '[скрыто] [скрыто] и Анна-Мария [скрыто]-[скрыто]',
  )
})

test('KP-05 a form without the last vowel of the name is found too', () => {
  expect(namesIn('Павел, Павла, Павлу и Павлом', ['Павел'])).toEqual(['Павел', 'Павла', 'Павлу', 'Павлом'])
  expect(namesIn('Кравца, Бойца, Орлу', ['Кравец', 'Боец', 'Орёл'])).toEqual(['Кравца', 'Бойца', 'Орлу'])
})

test('KP-05 telephone numbers are hidden in every usual spelling, amounts and dates are not', () => {
  for (const phone of [
    '+7 (912) 345-67-89',
    '8 912 345 67 89',
    '89123456789',
    '(912) 345-67-89',
    '912 345-67-89',
    '9123456789',
    '345-67-89',
    '+375 29 123-45-67',
    '+1 (415) 555-26-71',
    '00998901234567',
  ])
    expect(withoutAddresses(`Звоните ${phone}, жду`), phone).toBe('Звоните [скрыто], жду')
  for (const text of [
    '12 500 000 000 рублей',
    '2026-11-21',
    'с 2019 по 2024',
    '1234567890',
    '7-я школа',
    '100-200-300',
  ])
    expect(withoutAddresses(text)).toBe(text)
})

test('pages and names of people in social networks are hidden, recordings and other addresses are not', () => {
  for (const page of [
    '@zarechnov',
    't.me/a_zarechnov',
    'https://t.me/zarechnov',
    'vk.com/a.zarechnov',
    'https://m.vk.com/id12345',
    'ok.ru/profile/57000',
    'https://www.linkedin.com/in/zarechnov-a/',
  ])
    expect(withoutAddresses(`Пишите ${page}, отвечу`), page).toBe('Пишите [скрыто], отвечу')
  for (const text of ['https://vk.com/video-12_34', 'ok.ru/video/123', 'https://example.ru/@', 'по 5 @ 3', 'rt.me/x'])
    expect(withoutAddresses(text)).toBe(text)
})

test('KP-05 the text for assessors does not contain the author’s name', () => {
  expect(withoutNames('Меня зовут Анна Воронцова.', ['Воронцова', 'Анна'])).toBe('Меня зовут [скрыто] [скрыто].')
})

/** Each name with its forms. */
const names = [
  'Мария Марии Марию Марией',
  'Наталья Натальи Наталье Наталью Натальей',
  'Дарья Дарьи Дарье Дарью Дарьей',
  'Ксения Ксении Ксению Ксенией',
  'Виктория Виктории Викторию Викторией',
  'Анна Анны Анне Анну Анной',
  'Инна Инны Инне Инну Инной',
  'Ольга Ольги Ольге Ольгу Ольгой',
  'Лида Лиды Лиде Лиду Лидой',
  'Марина Марины Марине Марину Мариной',
  'Полина Полины Полине Полину Полиной',
  'Вера Веры Вере Веру Верой',
  'Надежда Надежды Надежде Надежду Надеждой',
  'Любовь Любови Любовью',
  'Марта Марты Марте Марту Мартой',
  'Никита Никиты Никите Никиту Никитой',
  'Максим Максима Максиму Максимом Максиме',
  'Роман Романа Роману Романом Романе',
  'Марк Марка Марку Марком Марке',
  'Иван Ивана Ивану Иваном Иване',
  'Пётр Петра Петру Петром Петре',
  'Артём Артёма Артему Артёмом Артёме',
  'Павел Павла Павлу Павлом Павле',
  'Сергей Сергея Сергею Сергеем Сергее',
  'Дмитрий Дмитрия Дмитрию Дмитрием Дмитрии',
  'Николай Николая Николаю Николаем Николае',
  'Игорь Игоря Игорю Игорем Игоре',
  'Петрович Петровича Петровичу Петровичем Петровиче',
  'Сергеевна Сергеевны Сергеевне Сергеевну Сергеевной',
  'Королёв Королёва Королеву Королёвым Королёве',
  'Воронцова Воронцовой Воронцову Воронцовы Воронцовых',
  'Пушкин Пушкина Пушкину Пушкиным Пушкине',
  'Достоевский Достоевского Достоевскому Достоевским Достоевском',
  'Заречная Заречной Заречную',
  'Толстой Толстого Толстому Толстым Толстом',
  'Кравец Кравца Кравцу Кравцом Кравце',
  'Ковальчук Ковальчука Ковальчуку Ковальчуком Ковальчуке',
  'Мельник Мельника Мельнику Мельником Мельнике',
  'Гайдай Гайдая Гайдаю Гайдаем Гайдае',
  'Шевченко',
]
/** Words that begin like some of the names. */
const common = `март марта марта марка марки марок марш маршрут маркетинг морской натура натуральный дарить подарок
  ксерокс виктор викторина аннотация аннулировать инновация ИНН олигарх лидер лидера лидировать маринад морячка полив
  полигон верить вероятность надёжный надежда любой любовь мартовский никто максимум максимальный роман романтика маркер
  иваново петля артель артерия павильон сервис дмитровский никогда игра королевство пушка толстеть шевелить`

test('KP-05 forty names are found in each of their cases, and forty words that begin like them are not', () => {
  expect([names.length, common.trim().split(/\s+/).length >= 40]).toEqual([40, true])
  for (const forms of names) {
    const [name = ''] = forms.split(' ')
    expect(namesIn(`Это ${forms.replaceAll(' ', ', ')}.`, [name]), name).toEqual(forms.split(' '))
    expect(namesIn(common, [name]), name).toEqual([])
  }
})

test('KP-05 a name in capital letters is found, also a name that is a common word', () => {
  for (const [name, text] of [
    ['Вера', 'РАБОТА ВЕРЫ, ВЕРЕ, ВЕРОЙ'],
    ['Роман', 'РОМАН, РОМАНА, РОМАНУ, РОМАНОМ'],
    ['Надежда', 'НАДЕЖДЫ И НАДЕЖДОЙ'],
    ['Любовь', 'ЛЮБОВЬ И ЛЮБОВЬЮ'],
    ['Мария', 'МАРИИ, МАРИЕЙ'],
  ] as const)
    expect(withoutNames(text, [name]), text).not.toMatch(new RegExp(name.slice(0, 3), 'i'))
})

test('KP-05 a word from an employer’s name in any case is also found in the nominative', () => {
  const text = 'Томск, Томске, Омск, Краснодар, транспорт, городе'
  expect(namesIn(text, ['Администрация города Томска'])).toEqual(['Томск', 'Томске', 'городе'])
  expect(namesIn(text, ['Мэрия Омска', 'Порт Краснодара', 'Министерство транспорта'])).toEqual([
    ...['Омск', 'Краснодар', 'транспорт'],
  ])
})

test('common words of employers’ names are hidden only as a part of the whole name', () => {
  const employers = ['Министерство образования', 'Центр цифрового развития области', 'Управление АО «Сеть Плёс»']
  expect(withoutNames('Я из министерства образования: развитие района, центр области', employers)).toBe(
    'Я из [скрыто]: развитие района, центр области',
  )
  expect(withoutNames('В Центре цифрового развития области', employers)).toBe('В [скрыто]')
  expect(withoutNames('Цифровое управление в Плёсе', employers)).toBe('[скрыто] управление в [скрыто]')
})

test('KP-05 two spellings of one name are found for each other', () => {
  for (const [one, other] of [
    ['Наталья', 'Наталия'],
    ['Софья', 'София'],
    ['Дарья', 'Дария'],
  ] as const) {
    const forms = (name: string) => ['я', 'и', 'ю', 'ей'].map((ending) => name.slice(0, -1) + ending)
    expect(namesIn(forms(other).join(', '), [one])).toEqual(forms(other))
    expect(namesIn(forms(one).join(', '), [other])).toEqual(forms(one))
  }
})

test('KP-05 a surname that loses its last vowel before a soft sign is found', () => {
  expect(namesIn('Соловей, Соловья, Соловью, Соловьём, Соловье', ['Соловей'])).toHaveLength(5)
  expect(namesIn('Воробьёв встретил Воробья', ['Воробей'])).toEqual(['Воробья'])
  expect(namesIn('Журавель, Журавля, Журавлём, журавлик', ['Журавель'])).toEqual(['Журавель', 'Журавля', 'Журавлём'])
})

test('KP-05 a name that is no common word is found with a small letter too', () => {
  expect(withoutNames('меня зовут мария, я из команды воронцовых', ['Мария', 'Воронцова'])).toBe(
    'меня зовут [скрыто], я из команды [скрыто]',
  )
  expect(withoutNames('вера в людей; Вера Заречная', ['Вера'])).toBe('вера в людей; [скрыто] Заречная')
})

test('KP-05 a name in Latin letters is found in every usual spelling, and English words are not', () => {
  const spelled: [name: string, ...ways: string[]][] = [
    ['Цветкова', 'Tsvetkova', 'Cvetkova', 'TSVETKOV'],
    ['Щербаков', 'Shcherbakov', 'Scherbakov', 'shcherbakova'],
    ['Юлия', 'Yulia', 'Iuliia', 'Julia', 'Yuliya'],
    ['Алексей', 'Alexey', 'Aleksei', 'Alexej'],
    ['Дмитрий', 'Dmitry', 'Dmitrii', 'Dmitriy'],
    ['Хабаровский', 'Khabarovskiy', 'Habarovsky', 'Khabarovskaya'],
    ['Соловьёв', 'Solovyov', 'Solovev', 'Solovieva'],
    ['Жук', 'Zhuk'],
    ['Ольга', 'Olga'],
    ['Чайковский', 'Tchaikovsky', 'Chaikovskii'],
    ['Пётр', 'Petr', 'Pyotr'],
  ]
  for (const [name, ...ways] of spelled)
    for (const way of ways)
      expect(withoutNames(`Signed by ${way}, 2026`, [name]), `${name}: ${way}`).toBe('Signed by [скрыто], 2026')
  const english =
    'The main role of a leader is to set a goal and to see it through: plan, do, check, act. We made a mark on the market.'
  expect(namesIn(english, ['Марк', 'Лев', 'Роман', 'Майя', 'Иван', 'Дина', 'Ли', 'Сотов', 'Мэй'])).toEqual([])
})
