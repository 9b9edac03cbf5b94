import type { FormSchema } from '#shared/forms/fields/field.ts'

/** The only version: the questions follow from the settings of the stage. */
const version = 1

/**
 * The questions of a plan. `place` is the id of a school from the organiser's list; without it the person names a
 * school.
 */
export function planForm({ max_authors }: { max_authors: number }): FormSchema {
  const ownSchool = { not: { field: 'place', filled: true } } as const
  return {
    version,
    sections: [
      {
        code: 'place',
        title: 'Где и когда',
        fields: [
          {
            name: 'format',
            label: 'Как пройдёт урок',
            view: 'radio',
            options: [
              { id: 'class', value: 'Урок в классе' },
              { id: 'hall', value: 'Встреча в зале' },
              { id: 'online', value: 'Онлайн' },
            ],
            validation_rules: { required: true },
          },
          { name: 'place', label: 'Школа из списка', view: 'text', validation_rules: { max_length: 10 } },
          {
            name: 'school',
            label: 'Школа, колледж или вуз',
            view: 'text',
            hint: 'Полное название, как на сайте школы',
            visible_when: ownSchool,
            validation_rules: { required: true, max_length: 200 },
          },
          {
            name: 'address',
            label: 'Адрес',
            view: 'text',
            hint: 'Город, улица, дом',
            visible_when: ownSchool,
            validation_rules: { required: true, max_length: 300 },
          },
          {
            name: 'starts_at',
            label: 'Дата и время урока',
            view: 'datetime',
            hint: 'Время московское',
            validation_rules: { required: true },
          },
        ],
      },
      {
        code: 'lesson',
        title: 'О чём урок',
        fields: [
          { name: 'topic', label: 'Тема', view: 'text', validation_rules: { required: true, max_length: 200 } },
          {
            name: 'listeners',
            label: 'Кто слушает',
            view: 'text',
            hint: 'Класс или курс и сколько примерно человек',
            validation_rules: { required: true, max_length: 200 },
          },
          {
            name: 'outline',
            label: 'План урока',
            view: 'textarea',
            hint: 'О чём расскажете, что сделают слушатели, с чем уйдут',
            validation_rules: { required: true, min_length: 100, max_length: 4000 },
          },
        ],
      },
      ...(max_authors > 0
        ? [
            {
              code: 'authors',
              title: 'Кто ведёт вместе с вами',
              hint: 'Если урок ведут несколько участников, каждый сдаёт свой план и подтверждает остальных.',
              fields: [
                {
                  name: 'authors',
                  label: 'Соавтор',
                  view: 'group' as const,
                  rows: { max: max_authors },
                  fields: [
                    {
                      name: 'test_id',
                      label: 'Номер участника',
                      view: 'number' as const,
                      hint: 'Номер показан в шапке портала рядом с именем',
                      validation_rules: { required: true, int: true, min_value: 1, max_value: 2_147_483_647 },
                    },
                  ],
                },
              ],
            },
          ]
        : []),
    ],
  }
}
