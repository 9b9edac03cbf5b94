import { Type } from 'typebox'
import { answerData, formSchema } from '#shared/forms/fields/wire.ts'
import { asOf, id, maxInteger, nullable, nullableString } from '#shared/platform/api/fields.ts'
import { pageQuery } from '#shared/platform/api/page.ts'
import { refusedBy } from '#shared/platform/api/refused-by.ts'
import { route } from '#shared/platform/api/route.ts'
import { readableLine } from '#shared/stages/routes.ts'
import { decidedAtOnce, gapsPage, maxComment, readingsPage, resultsPage } from './limits.ts'
import { count, criterion, marks, points } from './wire.ts'

const verdict = Type.Enum(['pass', 'fail'], { description: 'Проходит ли работа, по мнению эксперта' })

/** The fields that a judge fills in for a work. */
const typedReading = {
  hand_in: id,
  marks,
  comment: Type.String({ maxLength: maxComment, description: 'Прочитает участник' }),
  note: Type.String({ maxLength: maxComment, description: 'Прочитают только организаторы' }),
  verdict: Type.Optional(nullable(verdict, 'Эксперт этого не сказал; спрашивают не на каждом этапе')),
  spent: Type.Integer({ minimum: 0, maximum: maxInteger, description: 'Сколько миллисекунд работа была на экране' }),
}

const state = Type.Enum(['setup', 'reading', 'closed'])
const readingParams = Type.Object({ reading_id: id })
const stagePlace = Type.Object({
  competition: Type.String({ minLength: 1, maxLength: 64 }),
  code: Type.String({ minLength: 1, maxLength: 64 }),
})

const workPlace = Type.Object({ ...stagePlace.properties, work_id: id })

const judging = Type.Object({
  as_of: asOf,
  stage_id: id,
  matches: Type.Boolean({ description: 'Эксперты судят матчи, а не читают работы' }),
  state,
  set_up: Type.Boolean({ description: 'false — оценивание на этом этапе ещё не настроено' }),
  form: formSchema,
  answer: answerData,
  rubric_version: Type.Integer({ minimum: 0 }),
  works: Type.Integer({ minimum: 0, description: 'Сколько работ ждут оценки' }),
  unassigned: Type.Integer({ minimum: 0, description: 'Сколько чтений ещё некому поручить' }),
  assessed_at: nullable(
    Type.Object({ code: Type.String(), title: Type.String() }),
    'Работы этапа оценивают только эксперты; иначе — этап, на котором их оценивают участники',
  ),
  assigning: Type.Boolean({ description: 'Работы сейчас распределяются' }),
  assigned: nullable(
    Type.Object({
      at: Type.String(),
      added: Type.Integer({ minimum: 0, description: 'Сколько чтений поручено' }),
      failed: Type.Boolean({ description: 'Распределить не удалось' }),
      preparing: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Сколько работ ещё сравнивают с другими: поручить их можно потом' }),
      ),
      instead: Type.Optional(
        Type.Literal(true, { description: 'Никто не просил: поручено само, вместо выбывших экспертов' }),
      ),
      gaps: Type.Object(
        {
          load: Type.Integer({ minimum: 0, description: 'У экспертов нет места' }),
          conflicts: Type.Integer({ minimum: 0, description: 'Остальным экспертам эти работы нельзя' }),
        },
        { description: 'Скольким работам не хватило экспертов; сами работы — в judging/gaps' },
      ),
    }),
    'Работы ещё не распределяли',
  ),
  reminded_at: nullableString,
  invitations: Type.Array(Type.Object({ email: Type.String(), sent_at: Type.String(), expired: Type.Boolean() }), {
    description: 'Письма, на которые ещё не ответили',
  }),
  judges: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      email: Type.String(),
      unknown: Type.Array(Type.Enum(['region', 'employer']), {
        description: 'Чего об эксперте портал не знает, поэтому о конфликте по этому не скажет',
      }),
      assigned: count,
      done: count,
      batches: nullable(
        Type.Object({ now: count, of: count }),
        'Работы видны все сразу, или оценивать эксперту нечего',
      ),
      abstained: count,
      mean: nullable(points, 'Оценок ещё нет'),
      above: nullable(
        Type.Number({
          description: 'На сколько баллов из 100 он ставит выше других экспертов тех же работ; меньше нуля — ниже',
        }),
        'Общих с другими работ меньше трёх',
      ),
      biased: Type.Boolean({ description: 'Ставит заметно выше или ниже других' }),
      late: Type.Integer({ minimum: 0, description: 'Сколько работ он не оценил к сроку' }),
      straight: Type.Integer({ minimum: 0, description: 'Работ, где все критерии получили одну и ту же долю балла' }),
      hasty: Type.Integer({ minimum: 0, description: 'Работ, оценённых быстрее чем за 30 секунд' }),
    }),
  ),
})

const result = Type.Object({
  work_id: id,
  name: Type.String(),
  test_id: nullable(Type.Integer(), 'Работа команды'),
  assigned: count,
  done: count,
  spread: nullable(points, 'Оценок меньше двух'),
  raw: nullable(points, 'Оценок ещё нет'),
  final: nullable(points, 'Оценок ещё нет'),
  passes: count,
  fails: count,
  disputed: Type.Boolean({ description: 'Эксперты разошлись' }),
  further: Type.Boolean({ description: 'Её ещё читает эксперт, посланный сверх остальных' }),
  stopped: Type.Boolean({ description: 'О ней сообщили как о заимствованной, или так и решено' }),
  reference: nullable(Type.Enum(['training', 'hidden']), 'Работа не эталонная'),
  outcome: nullable(Type.Enum(['passed', 'failed']), 'Решения ещё нет'),
})

const apart = nullable(
  Type.Number({ description: 'На сколько баллов из 100 оценки выше; меньше нуля — ниже' }),
  'Сравнивать не с чем',
)

const calibration = Type.Object({
  as_of: asOf,
  criteria: Type.Array(criterion),
  references: Type.Array(
    Type.Object({
      work_id: id,
      name: Type.String(),
      training: Type.Boolean(),
      marks,
      total: points,
      comment: Type.String(),
      stopped: Type.Boolean({ description: 'О ней сообщили как о заимствованной, или так и решено' }),
    }),
  ),
  judges: Type.Array(
    Type.Object({
      test_id: Type.Integer(),
      name: Type.String(),
      training: nullable(points, 'Учебных работ эксперт не оценивал'),
      distance: nullable(points, 'Сравнивать пока не с чем'),
      parts: Type.Array(Type.Object({ works: count, references: apart, others: apart })),
      drifts: Type.Boolean({ description: 'Последние оценки заметно отличаются от первых' }),
    }),
  ),
})

const assignedState = Type.Enum(['new', 'begun', 'done', 'changed', 'abstained', 'stopped', 'taken'], {
  description:
    'changed — оценки относятся к прежней версии работы; stopped — о работе сообщили как о заимствованной; taken — работу у эксперта забрали',
})

/** One work of one judge, as its organisers see it. */
const assignedReading = Type.Object({
  reading_id: id,
  work_id: id,
  author: Type.String(),
  author_id: nullable(id, 'Работа команды'),
  judge: Type.String(),
  judge_id: id,
  removed: Type.Boolean({ description: 'Эксперт снят с этапа' }),
  state: assignedState,
  further: Type.Boolean({ description: 'Послан сверх остальных' }),
  appeal: Type.Boolean({ description: 'Читает из-за апелляции' }),
  training: Type.Boolean(),
  undecided: Type.Boolean({ description: 'Решения о работе ещё нет' }),
  total: nullable(points, 'Оценок, которые учитываются, нет'),
  verdict: nullable(verdict, 'Эксперт этого не сказал'),
  marks: Type.Array(Type.Object({ title: Type.String(), mark: Type.Number(), max: Type.Integer() })),
  comment: Type.String({ description: 'Прочитает участник' }),
  note: Type.String({ description: 'Для организаторов' }),
  reason: Type.String({ description: 'Почему эксперт не оценивает работу' }),
  spent: Type.Integer({ minimum: 0, description: 'Сколько миллисекунд работа была на экране' }),
  assigned_at: Type.String(),
  at: nullable(Type.String(), 'Ещё ничего не сделано'),
})

const background = Type.Object({
  form: formSchema,
  answer: answerData,
  asked: Type.Boolean({ description: 'Без ответа работы не откроются' }),
})

export const judgingRoutes = {
  'GET /admin/competitions/:competition/stages/:code/judging': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Как оценивают работы этапа, кто и что уже прочитано',
    refuses: ['stage_not_found'],
    params: stagePlace,
    response: judging,
  }),
  'PUT /admin/competitions/:competition/stages/:code/judging': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Изменить критерии и порядок оценивания; изменённые критерии становятся новой версией',
    refuses: ['stage_not_found', 'form_invalid', 'judging_closed'],
    params: stagePlace,
    bodyLimit: 512 * 1024,
    body: Type.Object({ answer: answerData }),
    response: judging,
  }),
  'POST /admin/competitions/:competition/stages/:code/judges': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Позвать экспертов по почте; у кого нет учётной записи, тем уходит письмо с приглашением',
    refuses: ['stage_not_found', 'erasure_asked'],
    params: stagePlace,
    bodyLimit: 128 * 1024,
    body: Type.Object({
      emails: Type.String({ minLength: 3, maxLength: 60_000, description: 'Через запятую, пробел или с новой строки' }),
    }),
    response: Type.Object({
      judging,
      letters: Type.Array(Type.String(), {
        description: 'Адреса без учётной записи: туда ушло письмо с приглашением',
      }),
      unknown_regions: Type.Array(Type.String(), { description: 'Регионы, которых нет в справочнике' }),
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/judges/withdraw': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Отозвать приглашение, на которое ещё не ответили',
    refuses: ['stage_not_found', 'user_not_found'],
    params: stagePlace,
    body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }),
    response: judging,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/judges/:test_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Снять эксперта с этапа: начатое и не сданное им поручат другим, сданные оценки остаются',
    refuses: ['stage_not_found', 'user_not_found'],
    params: Type.Object({ ...stagePlace.properties, test_id: id }),
    response: judging,
  }),
  'POST /admin/competitions/:competition/stages/:code/judges/:test_id/conflicts': route({
    access: 'assessment',
    competition: 'params',
    summary:
      'Отметить, что эксперт не должен оценивать работу этого участника; его оценки перестают учитываться, пока нет решения',
    refuses: ['stage_not_found', 'user_not_found'],
    params: Type.Object({ ...stagePlace.properties, test_id: id }),
    body: Type.Object({ participant: id, reason: Type.String({ minLength: 1, maxLength: 500 }) }),
    response: Type.Object({
      judging,
      withdrawn: Type.Integer({ minimum: 0, description: 'Сколько сданных оценок больше не учитывается' }),
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/judging/assign': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Начать распределение работ между экспертами; уже порученное остаётся. Итог — в assigned',
    refuses: ['stage_not_found', 'judging_not_ready', 'judging_closed', 'no_judges'],
    params: stagePlace,
    response: judging,
  }),
  'POST /admin/competitions/:competition/stages/:code/judging/works/:work_id/readers': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Послать работу ещё одному эксперту: у кого меньше всех работ и нет конфликта',
    refuses: [
      'stage_not_found',
      'judging_not_ready',
      'judging_closed',
      'work_not_found',
      'work_decided',
      'work_reported',
      'work_plagiarism',
      'no_free_judge',
    ],
    params: workPlace,
    response: judging,
  }),
  'POST /admin/competitions/:competition/stages/:code/judging/reminders': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Напомнить экспертам, у которых остались работы; не чаще раза в час',
    refuses: ['stage_not_found', 'judging_not_ready', 'judging_closed', 'reminded_lately'],
    params: stagePlace,
    response: Type.Object({ reminded: count, judging }),
  }),
  'POST /admin/competitions/:competition/stages/:code/judging/state': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Открыть работы экспертам, завершить оценивание или продолжить его',
    refuses: ['stage_not_found', 'judging_not_ready'],
    params: stagePlace,
    body: Type.Object({ state: Type.Enum(['reading', 'closed']) }),
    response: judging,
  }),
  'GET /admin/competitions/:competition/stages/:code/judging/results': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Работы этапа с их оценками, лучшие сверху',
    refuses: ['stage_not_found'],
    params: stagePlace,
    query: Type.Object({
      ...pageQuery({ size: resultsPage }),
      only: Type.Optional(Type.Enum(['disputed'], { description: 'Только те, о которых эксперты разошлись' })),
      open: Type.Optional(Type.Boolean({ description: 'Назвать все работы без решения, а не только этой страницы' })),
    }),
    response: Type.Object({ as_of: asOf, count, disputed: count, works: Type.Array(result), open: Type.Array(id) }),
  }),
  'POST /admin/competitions/:competition/stages/:code/judging/decisions': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Решить о работах из списка и сообщить участникам итог',
    refuses: [
      'stage_not_found',
      'work_not_found',
      'judging_not_ready',
      'judging_not_closed',
      'decided_by_ranking',
      'protocol_decides',
      'work_reported',
      'work_plagiarism',
      'verdict_without_reason',
    ],
    params: stagePlace,
    bodyLimit: 128 * 1024,
    body: Type.Object({
      works: Type.Array(id, { minItems: 1, maxItems: decidedAtOnce, uniqueItems: true }),
      outcome: Type.Enum(['passed', 'failed']),
      reason: Type.Optional(Type.String({ maxLength: maxComment, description: 'Участник прочитает это после итога' })),
    }),
    response: Type.Object({ decided: count, judging }),
  }),
  'GET /admin/competitions/:competition/stages/:code/judging/readings': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Кто какую работу оценивает, что поставил и написал организаторам, и кто почему не оценивает',
    refuses: ['stage_not_found'],
    params: stagePlace,
    query: Type.Object({
      ...pageQuery({ size: readingsPage }),
      judge: Type.Optional(Type.Integer({ minimum: 1, maximum: maxInteger, description: 'Номер эксперта' })),
      state: Type.Optional(assignedState),
    }),
    response: Type.Object({ as_of: asOf, count, readings: Type.Array(assignedReading) }),
  }),
  'GET /admin/competitions/:competition/stages/:code/judging/gaps': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Работы, которым при последнем распределении не хватило экспертов, с причинами',
    refuses: ['stage_not_found'],
    params: stagePlace,
    query: Type.Object(pageQuery({ size: gapsPage })),
    response: Type.Object({
      count,
      gaps: Type.Array(
        Type.Object({
          work_id: id,
          name: Type.String(),
          test_id: nullable(Type.Integer(), 'Работа команды'),
          missing: Type.Integer({ minimum: 1 }),
          reason: Type.Enum(['conflicts', 'load'], {
            description: 'conflicts — у остальных экспертов конфликт интересов; load — у экспертов нет места',
          }),
        }),
      ),
    }),
  }),
  'GET /admin/competitions/:competition/stages/:code/judging/gaps/csv': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Те же работы таблицей: номера и причины, без имён',
    refuses: ['stage_not_found'],
    params: stagePlace,
    response: null,
    download: true,
  }),
  'GET /admin/competitions/:competition/stages/:code/judging/conflicts': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Конфликты интересов, о которых сказали эксперты или организаторы, с причинами',
    refuses: ['stage_not_found'],
    params: stagePlace,
    query: Type.Object(pageQuery({ size: readingsPage })),
    response: Type.Object({
      count,
      conflicts: Type.Array(
        Type.Object({
          judge: Type.String(),
          judge_id: id,
          participant: Type.String(),
          participant_id: id,
          reason: Type.String(),
          own: Type.Boolean({ description: 'Сказал сам эксперт' }),
          declared_at: Type.String(),
        }),
      ),
    }),
  }),
  'POST /admin/competitions/:competition/stages/:code/judging/readings/:reading_id/move': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Передать работу от одного эксперта другому; сданные первым оценки больше не учитываются',
    refuses: [
      'stage_not_found',
      'judging_not_ready',
      'judging_closed',
      'reading_not_found',
      'work_decided',
      'work_reported',
      'work_plagiarism',
      'user_not_found',
      'judge_reads_already',
      'judge_has_conflict',
      'judge_of_other_topic',
      'judge_of_same_region',
      'judge_is_full',
    ],
    params: Type.Object({ ...stagePlace.properties, reading_id: id }),
    body: Type.Object({
      to: Type.Integer({ minimum: 1, maximum: maxInteger, description: 'Номер эксперта, который её прочитает' }),
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'Прочитают только организаторы' }),
    }),
    response: Type.Object({ judging, withdrawn: Type.Boolean({ description: 'Оценки были сданы' }) }),
  }),
  'GET /admin/competitions/:competition/stages/:code/judging/calibration': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Эталонные работы этапа и насколько эксперты далеки от них и друг от друга',
    refuses: ['stage_not_found'],
    params: stagePlace,
    response: calibration,
  }),
  'PUT /admin/competitions/:competition/stages/:code/judging/references/:work_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Сделать работу эталонной: учебной или незаметной среди остальных',
    refuses: ['stage_not_found', 'work_not_found', 'judging_not_ready', 'judging_closed', 'form_invalid'],
    params: workPlace,
    bodyLimit: 64 * 1024,
    body: Type.Object({
      training: Type.Boolean(),
      marks,
      comment: Type.String({ minLength: 1, maxLength: maxComment, description: 'Почему такие оценки' }),
    }),
    response: calibration,
  }),
  'DELETE /admin/competitions/:competition/stages/:code/judging/references/:work_id': route({
    access: 'assessment',
    competition: 'params',
    summary: 'Вернуть эталонную работу к остальным',
    refuses: ['stage_not_found', 'work_not_found', 'judging_not_ready', 'judging_closed'],
    params: workPlace,
    response: calibration,
  }),
  'GET /desk/background': route({
    access: 'assessor',
    summary: 'Регион и место работы эксперта: нужны только для конфликтов интересов',
    response: background,
  }),
  'PUT /desk/background': route({
    access: 'assessor',
    summary: 'Сказать, откуда эксперт; не начатые работы коллег и земляков уйдут другим',
    refuses: ['form_invalid', 'background_known'],
    body: Type.Object({ answer: answerData }),
    response: background,
  }),
  'GET /desk/judging': route({
    access: 'assessor',
    summary: 'Этапы, работы которых оценивает эксперт',
    response: Type.Object({
      stages: Type.Array(
        Type.Object({
          stage_id: id,
          title: Type.String(),
          competition_code: Type.String(),
          competition_title: Type.String(),
          theme: Type.String(),
          layout: Type.String(),
          left: count,
          done: count,
          until: nullableString,
          next: nullable(id, 'Всё оценено'),
        }),
      ),
      asks_background: Type.Boolean({ description: 'Сначала нужно сказать, откуда эксперт: desk/background' }),
    }),
  }),
  'GET /desk/judging/:stage_id': route({
    access: 'assessor',
    summary: 'Работы, порученные эксперту на этапе',
    refuses: ['stage_not_found'],
    params: Type.Object({ stage_id: id }),
    response: Type.Object({
      title: Type.String(),
      state,
      until: nullableString,
      after_training: Type.Integer({ minimum: 0, description: 'Сколько работ откроется после учебных' }),
      after_batch: Type.Integer({ minimum: 0, description: 'Сколько работ откроется после этой пачки' }),
      readings: Type.Array(
        Type.Object({
          reading_id: id,
          name: Type.String({ description: 'При слепом оценивании — «Работа № 17»' }),
          state: Type.Enum(['new', 'begun', 'done', 'changed', 'abstained', 'stopped']),
          total: nullable(points, 'Оценки не сданы'),
          training: Type.Boolean(),
          appeal: Type.Boolean({ description: 'Автор не согласен с оценками участников' }),
          left: Type.Boolean({ description: 'Ждёт оценки, и поставить её можно' }),
        }),
      ),
    }),
  }),
  'GET /desk/readings/:reading_id': route({
    access: 'assessor',
    summary: 'Работа для оценки: ответ, критерии, свои оценки и, когда они сданы, оценки других',
    refuses: [
      'reading_not_found',
      'reading_taken',
      'judging_not_ready',
      'background_needed',
      'training_first',
      'batch_first',
    ],
    params: readingParams,
    response: Type.Object({
      reading_id: id,
      stage_id: id,
      stage_title: Type.String(),
      name: Type.String(),
      details: Type.Array(Type.String()),
      training: Type.Boolean({ description: 'Учебная: после неё видны согласованные оценки' }),
      asks_verdict: Type.Boolean(),
      blind: Type.Boolean(),
      state: Type.Enum(['open', 'closed', 'abstained']),
      until: nullableString,
      left: count,
      of: Type.Integer({ minimum: 0, description: 'Сколько всего работ у эксперта на этом этапе' }),
      next: nullable(id),
      hand_in: id,
      revision: Type.Integer(),
      read_revision: nullable(Type.Integer(), 'Оценок ещё нет'),
      lines: Type.Array(readableLine),
      rubric: Type.Object({ version: Type.Integer(), criteria: Type.Array(criterion) }),
      typed: Type.Object({
        marks,
        comment: Type.String(),
        note: Type.String(),
        verdict: nullable(verdict, 'Эксперт ещё не сказал'),
        revision: Type.Integer(),
        saved_at: nullableString,
        done_at: nullableString,
        total: nullable(points),
      }),
      agreed: nullable(
        Type.Object({ marks, total: points, comment: Type.String() }),
        'Работа не учебная или ещё не оценена',
      ),
      others: Type.Array(
        Type.Object({
          name: Type.String(),
          total: points,
          marks,
          comment: Type.String(),
          verdict: nullable(verdict, 'Этого не спрашивали'),
        }),
        { description: 'Оценки других экспертов; пусто, пока не сданы свои' },
      ),
      appeal: nullable(Type.String({ description: 'С чем не согласен автор' }), 'Работа поручена не из-за апелляции'),
    }),
  }),
  'GET /desk/readings/:reading_id/files/:file_id': route({
    access: 'assessor',
    summary: 'Файл, приложенный к оцениваемой работе; где автора знать нельзя — без сведений о нём в свойствах файла',
    refuses: ['reading_not_found', 'reading_taken', 'not_found', 'file_not_nameless', ...refusedBy.storedFile],
    params: Type.Object({ reading_id: id, file_id: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    response: null,
    download: true,
  }),
  'PUT /desk/readings/:reading_id/draft': route({
    access: 'assessor',
    summary: 'Сохранить начатые оценки',
    refuses: [...refusedBy.openReading, 'draft_conflict'],
    params: readingParams,
    bodyLimit: 128 * 1024,
    body: Type.Object({
      ...typedReading,
      revision: Type.Optional(Type.Integer({ minimum: 0, maximum: maxInteger })),
    }),
    response: Type.Object({ revision: Type.Integer(), saved_at: Type.String() }),
  }),
  'POST /desk/readings/:reading_id/marks': route({
    access: 'assessor',
    summary: 'Сдать оценки; до завершения оценивания их можно изменить',
    refuses: [...refusedBy.openReading, 'judging_not_ready', 'rubric_changed', 'form_invalid'],
    params: readingParams,
    bodyLimit: 128 * 1024,
    body: Type.Object({ ...typedReading, rubric_version: Type.Integer({ minimum: 1, maximum: maxInteger }) }),
    response: Type.Object({ total: points, next: nullable(id) }),
  }),
  'POST /desk/readings/:reading_id/abstention': route({
    access: 'assessor',
    summary: 'Отказаться от работы с причиной: её поручат другому',
    refuses: [
      'reading_not_found',
      'reading_taken',
      'judging_not_ready',
      'judging_closed',
      'work_decided',
      'work_stopped',
    ],
    params: readingParams,
    body: Type.Object({
      reason: Type.String({ minLength: 1, maxLength: 500 }),
      conflict: Type.Boolean({ description: 'Эксперт знает автора: других его работ ему не поручат' }),
    }),
    response: Type.Object({ next: nullable(id) }),
  }),
  'GET /user/stages/:stage_id/preview': route({
    access: 'participant',
    summary: 'Черновик так, как его увидит эксперт, и места, по которым автора можно узнать',
    refuses: refusedBy.stage,
    params: Type.Object({ stage_id: id }),
    response: Type.Object({
      blind: Type.Boolean({ description: 'Эксперт не знает автора: имена, адреса и телефоны скрыты' }),
      lines: Type.Array(readableLine),
      hints: Type.Array(Type.String(), { description: 'Слова в тексте, которые называют автора' }),
      personal: Type.Array(Type.String(), {
        description: 'Похоже на данные людей: телефоны, адреса почты, номера паспорта и СНИЛС',
      }),
    }),
  }),
}
