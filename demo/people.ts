import { regionNames } from './regions.ts'

/** A made-up person; every load makes the same ones. */
export interface DemoPerson {
  firstName: string
  lastName: string
  middleName: string
  email: string
  phone: string
  birthDate: string
  /** kladr_code */
  region: string
}

const menNames =
  'Александр Дмитрий Максим Сергей Андрей Алексей Артём Илья Кирилл Михаил Никита Егор Роман Павел Тимур Руслан'.split(
    ' ',
  )
const menMiddle =
  'Александрович Дмитриевич Сергеевич Андреевич Алексеевич Михайлович Павлович Викторович Игоревич Олегович Юрьевич Ринатович Борисович'.split(
    ' ',
  )
const womenNames =
  'Анна Мария Елена Дарья Алина Ирина Екатерина Ольга Наталья Юлия Ксения Виктория Татьяна Светлана Гульнара Полина'.split(
    ' ',
  )
const womenMiddle =
  'Александровна Дмитриевна Сергеевна Андреевна Алексеевна Михайловна Павловна Викторовна Игоревна Олеговна Юрьевна Ринатовна Борисовна'.split(
    ' ',
  )
/** The male and the female form. */
const lastNames =
  'Смирнов Иванов Кузнецов Соколов Попов Лебедев Козлов Новиков Морозов Петров Волков Соловьёв Васильев Зайцев Павлов Семёнов Голубев Виноградов Богданов Воробьёв Фёдоров Михайлов Беляев Тарасов Белов Комаров Орлов Киселёв Макаров Андреев Ковалёв Ильин Гусев Титов Кузьмин Кудрявцев Баранов Куликов Алексеев Степанов Яковлев Сорокин Сергеев Романов Захаров Борисов Королёв Герасимов Пономарёв Григорьев Лазарев Медведев Ершов Никитин Соболев Рябов Поляков Цветков Данилов Жуков Фролов Журавлёв Николаев Крылов Максимов Сидоров Осипов Белоусов Федотов Дорофеев Егоров Матвеев Бобров Дмитриев Калинин Анисимов Петухов Антонов Тимофеев Никифоров Веселов Филиппов Марков Большаков Суханов Миронов Ширяев Александров Коновалов Шестаков Казаков Ефимов Денисов Громов Фомин Давыдов Мельников Щербаков Блинов Колесников Гарифуллин Нуриев Сафин Юсупов Ахметов Хасанов'.split(
    ' ',
  )
const regions = Object.keys(regionNames)

/** The first `count` people, all different. */
export function demoPeople(count: number): DemoPerson[] {
  return Array.from({ length: count }, (_none, number) => demoPerson(number))
}

export function demoPerson(number: number): DemoPerson {
  const woman = number % 2 === 1
  const lastName = of(lastNames, number * 7)
  const year = 1972 + ((number * 11) % 26)
  return {
    firstName: of(woman ? womenNames : menNames, number * 5 + 3),
    lastName: woman ? `${lastName}а` : lastName,
    middleName: of(woman ? womenMiddle : menMiddle, number * 3 + 1),
    email: `demo${String(number + 1).padStart(3, '0')}@demo.test`,
    phone: `+7900${String(5550000 + number)}`,
    birthDate: `${year}-${pad((number % 12) + 1)}-${pad((number % 28) + 1)}`,
    region: of(regions, number),
  }
}

const of = <T>(list: readonly T[], place: number): T => list[place % list.length] as T
const pad = (value: number) => String(value).padStart(2, '0')
