import { describe, expect, test } from 'vitest'
import { finalMarks, markInWords } from './final-marks.ts'
import { criteriaIn, judgingAnswer, judgingIn, rubricFaults } from './judging-form.ts'
import { markFaults, totalOf } from './rubric.ts'

const criterion = (code: string, max: number, weight: number, required = true) => ({
  code,
  title: code,
  hint: '',
  max,
  weight,
  required,
  levels: [],
})
const criteria = [criterion('a', 5, 2), criterion('b', 10, 1), criterion('c', 3, 1, false)]

describe('marks', () => {
  test('the total is weighted, out of 100 points, and a criterion left out does not count', () => {
    expect(totalOf(criteria, { a: 5, b: 10, c: 3 })).toBe(100)
    expect(totalOf(criteria, { a: 5, b: 0 })).toBe(66.67)
    expect(totalOf(criteria, { a: 0, b: 0 })).toBe(0)
    expect(totalOf(criteria, { a: 1, b: 1, c: 0 })).toBe(12.5)
  })

  test('a mark outside the scale, a missing mark and a mark without a criterion are reported', () => {
    expect(markFaults(criteria, { a: 5, b: 10 })).toEqual({})
    expect(markFaults(criteria, { a: 6, b: -1, c: 0.5, d: 1 })).toEqual({
      a: 'out_of_scale',
      b: 'out_of_scale',
      c: 'out_of_scale',
      d: 'unknown',
    })
    expect(markFaults(criteria, { b: 1 })).toEqual({ a: 'required' })
  })
})

const totals = (rows: [work: number, judge: number, total: number][]) =>
  rows.map(([work, judge, total]) => ({ work, judge, total }))

describe('the final mark', () => {
  test('is the mean, or from four totals on the mean without the highest and the lowest', () => {
    const three = totals([
      [1, 1, 10],
      [1, 2, 20],
      [1, 3, 90],
    ])
    expect(finalMarks(three, 'mean')).toEqual([{ work: 1, readings: 3, raw: 40, final: 40 }])
    expect(finalMarks(three, 'trimmed')[0]?.final).toBe(40)
    expect(finalMarks([...three, { work: 1, judge: 4, total: 30 }], 'trimmed')[0]).toMatchObject({
      raw: 37.5,
      final: 25,
    })
  })

  test('normalised: a strict judge and a mild one who agree about the order give the same marks', () => {
    const works = [1, 2, 3, 4, 5]
    const strict = works.map((work) => ({ work, judge: 1, total: work * 5 }))
    const mild = works.map((work) => ({ work: work + 10, judge: 2, total: 60 + work * 5 }))
    const marks = finalMarks([...strict, ...mild], 'normalised')
    const of = (work: number) => marks.find((mark) => mark.work === work)
    for (const work of works) {
      expect(of(work)?.final).toBeCloseTo(of(work + 10)?.final ?? 0, 5)
      expect(of(work)?.raw).toBe(work * 5)
    }
    expect(of(5)?.final).toBeGreaterThan(of(1)?.final ?? 0)
  })

  test('normalised: a judge’s totals stay with fewer than five works, and equal totals of one judge become the overall mean', () => {
    expect(
      finalMarks(
        totals([
          [1, 1, 10],
          [2, 2, 90],
        ]),
        'normalised',
      ).map(({ final }) => final),
    ).toEqual([10, 90])
    const same = [1, 2, 3, 4, 5].map((work) => ({ work, judge: 1, total: 70 }))
    const other = [6, 7, 8, 9, 10].map((work) => ({ work, judge: 2, total: 30 }))
    expect(new Set(finalMarks([...same, ...other], 'normalised').map(({ final }) => final))).toEqual(new Set([50]))
  })

  test('is given in one sentence with its method', () => {
    expect(markInWords({ final: 78.5, readings: 3 }, 'mean')).toBe('Итог — 78,5 из 100: средняя оценка 3 экспертов.')
    expect(markInWords({ final: 80, readings: 1 }, 'mean')).toBe('Итог — 80 из 100: оценка одного эксперта.')
    expect(markInWords({ final: 80, readings: 4 }, 'trimmed')).toContain('без самой высокой и самой низкой')
    expect(markInWords({ final: 80, readings: 3 }, 'trimmed')).not.toContain('без самой')
    // Totals of too few works are not levelled, and the sentence does not claim it.
    expect(markInWords({ final: 80, readings: 2, levelled: 0 }, 'normalised')).toBe(
      'Итог — 80 из 100: средняя оценка 2 экспертов.',
    )
    expect(markInWords({ final: 80, readings: 2, levelled: 2 }, 'normalised')).toContain(
      'выровненная по строгости каждого из них',
    )
    expect(markInWords({ final: 80, readings: 2, levelled: 1 }, 'normalised')).toContain(
      'тех из них, кто прочитал пять работ и больше',
    )
    expect(markInWords({ final: 80, readings: 1, levelled: 1 }, 'normalised')).toContain('выровненная по его строгости')
  })
})

describe('the organiser’s form', () => {
  const row = { title: 'Решение', hint: '', max: '5', weight: '2', levels: '5 — отлично\n0 - нет', optional: false }

  test('a criterion keeps its code while its title stays, and levels are sorted', () => {
    const first = criteriaIn({ criteria: [row] }, [])
    expect(first).toEqual([
      {
        code: 'c1',
        title: 'Решение',
        hint: '',
        max: 5,
        weight: 2,
        required: true,
        levels: [
          { value: 0, text: 'нет' },
          { value: 5, text: 'отлично' },
        ],
      },
    ])
    const second = criteriaIn(
      {
        criteria: [
          { ...row, title: 'Язык' },
          { ...row, max: '7' },
        ],
      },
      first,
    )
    expect(second.map(({ code, title, max }) => [code, title, max])).toEqual([
      ['c2', 'Язык', 5],
      ['c1', 'Решение', 7],
    ])
  })

  test('settings and rubric survive the form unchanged', () => {
    const judging = {
      readers: 2,
      blind: true,
      gap: null,
      method: 'trimmed',
      load_cap: 9,
      other_region: 'rule',
      read_until: null,
      batch: null,
      asks_verdict: true,
    } as const
    const rubric = criteriaIn({ criteria: [row] }, [])
    const answer = judgingAnswer(judging, rubric, '')
    expect(judgingIn(answer)).toEqual(judging)
    expect(criteriaIn(answer, rubric)).toEqual(rubric)
  })

  test('two criteria of one name and a level outside the scale are reported', () => {
    expect(
      rubricFaults({ criteria: [row, { ...row, title: ' решение ', levels: '6 — слишком\nбез числа' }] }),
    ).toMatchObject({
      'criteria.1.title': { message: 'Такой критерий уже есть' },
      'criteria.1.levels': { message: expect.stringContaining('без числа') },
    })
  })
})
