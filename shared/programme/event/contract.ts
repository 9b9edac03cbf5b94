import { Type } from 'typebox'
import { setting, stageKind } from '#shared/stages/kind.ts'
import { eventFacts } from './kind.ts'
import { zoneNames, zones } from './zones.ts'

const text = (maxLength: number) => Type.String({ maxLength })

const settings = Type.Object({
  address: setting(text(300), {
    title: 'Адрес',
    hint: 'Город, улица, дом и зал: так он стоит в письме и в календаре',
    default: '',
    shown: true,
  }),
  map_link: setting(Type.String({ maxLength: 500, pattern: '^(https://.+)?$' }), {
    title: 'Ссылка на карту',
    hint: 'С https://',
    default: '',
    shown: true,
  }),
  how_to_enter: setting(text(1000), { title: 'Как войти', hint: '', default: '', shown: true }),
  bring: setting(text(1000), { title: 'Что взять с собой', hint: '', default: '', shown: true }),
  late: setting(text(500), { title: 'Что делать опоздавшему', hint: '', default: '', shown: true }),
  zone: setting(Type.Enum([...zones]), {
    title: 'Часовой пояс площадки',
    hint: 'Время площадки стоит рядом с московским',
    default: 'Europe/Moscow',
    values: zoneNames,
    shown: true,
  }),
  minutes: setting(Type.Integer({ minimum: 5, maximum: 1440 }), {
    title: 'Сколько минут длится встреча',
    hint: '',
    default: 60,
    shown: true,
  }),
  change_hours: setting(Type.Integer({ minimum: 0, maximum: 168 }), {
    title: 'За сколько часов можно изменить или отменить запись',
    hint: '0 — до самого начала',
    default: 24,
    shown: true,
  }),
  waiting: setting(Type.Boolean(), {
    title: 'Лист ожидания',
    hint: 'Освободившееся место предлагается первому в очереди',
    default: true,
    shown: true,
  }),
  offer_hours: setting(Type.Integer({ minimum: 1, maximum: 72 }), {
    title: 'Сколько часов ждёт ответа предложенное место',
    hint: 'Ближе к началу — меньше: не дольше половины оставшегося времени',
    default: 24,
    shown: true,
  }),
  success: setting(Type.Enum(['booking', 'attendance']), {
    title: 'Когда этап пройден',
    hint: '',
    default: 'booking',
    values: { booking: 'Человек записался', attendance: 'Человек пришёл: его отметили на входе' },
    shown: true,
  }),
  no_show_hours: setting(Type.Integer({ minimum: 1, maximum: 168 }), {
    title: 'Через сколько часов после конца отсутствие становится неявкой',
    hint: 'До этого отметки со входа ещё приходят',
    default: 24,
    shown: false,
  }),
  walk_ins: setting(Type.Boolean(), {
    title: 'Пускать без записи',
    hint: 'Ведущий на входе может отметить участника конкурса, который не записался',
    default: true,
    shown: false,
  }),
})

export const eventKind = stageKind(eventFacts, { settings, steps: [], answer: null, faults: null })
