import type { Tx } from '#server/db.ts'
import type { FilledPeople } from './fill-people.ts'
import { daysFrom } from './moment.ts'

interface DemoRequest {
  from: 'participant' | 'finalist' | 'captain' | number
  topic: [code: string, title: string]
  text: string
  /** Days before the first start. */
  asked: number
  answer?: string
  closed?: boolean
}

const requests: DemoRequest[] = [
  {
    from: 'finalist',
    topic: ['registration', 'Регистрация и анкета'],
    text: 'В анкете указал прежнее место работы, а неделю назад перешёл в другую компанию. Можно ли исправить запись, если регистрация уже завершена?',
    asked: -11,
    answer:
      'Тимур Ринатович, исправлять регистрацию не нужно: нынешнее место работы вы укажете в анкете участника, и оценивать будут её. Прежняя запись на допуск не влияет.',
    closed: true,
  },
  {
    from: 'participant',
    topic: ['account', 'Вход и личный кабинет'],
    text: 'Код для входа пришёл на старый номер телефона. Старый номер ещё работает, но скоро я его отключу. Как поменять?',
    asked: -6,
    answer:
      'Анна Сергеевна, номер меняется в профиле: понадобится код с нового номера. Сделайте это, пока прежний номер доступен, на него мы пришлём предупреждение о смене.',
  },
  {
    from: 'participant',
    topic: ['stage', 'Этап: задание, сроки, результат'],
    text: 'В анкете просят подтвердить управленческий опыт. Подойдёт ли выписка из электронной трудовой книжки или нужна копия приказа?',
    asked: -1,
  },
  {
    from: 'captain',
    topic: ['team', 'Команда или наставник'],
    text: 'Один из участников команды переезжает в другой регион. Останется ли он в нашей команде?',
    asked: -3,
    answer: 'Ольга Павловна, да: состав команды от переезда не меняется. Часовой пояс в профиле участник поправит сам.',
  },
  {
    from: 12,
    topic: ['technical', 'Портал работает не так'],
    text: 'На телефоне не загружается скан диплома, пишет, что файл слишком большой. В нём 24 мегабайта. Что делать?',
    asked: -2,
  },
  {
    from: 31,
    topic: ['personal_data', 'Персональные данные'],
    text: 'Прошу исправить отчество: при регистрации опечаталась, правильно — Андреевна.',
    asked: -1,
  },
]

/** Requests to the support of the fifth season, with answers. */
export async function fillSupport(tx: Tx, { named, crowd }: FilledPeople, now: Date): Promise<void> {
  const inOrder = requests.toSorted((one, other) => one.asked - other.asked)
  for (const { from, topic, text, asked, answer, closed } of inOrder) {
    const person = typeof from === 'number' ? crowd[from] : undefined
    const answeredAt = answer === undefined ? null : daysFrom(now, asked + 0.4)
    const { id } = await tx
      .insertInto('feedback_requests')
      .values({
        account_id: typeof from === 'number' ? (person?.accountId ?? named.participant) : named[from],
        competition_code: 'ru_season_5',
        topic: topic[0],
        topic_title: topic[1],
        text,
        email: person?.email ?? `${from}@demo.test`,
        status: closed ? 'closed' : answer === undefined ? 'open' : 'answered',
        created_at: daysFrom(now, asked),
        answered_at: answeredAt,
        closed_at: closed ? answeredAt : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (answer !== undefined && answeredAt !== null)
      await tx
        .insertInto('feedback_answers')
        .values({ request_id: id, author_id: named.admin, text: answer, created_at: answeredAt })
        .execute()
  }
}
