import { expect, test } from 'vitest'
import { classesInWords, coversClassesOf, readSchoolClasses, schoolClassesOf } from './school-class.ts'

test.each([
  ['Holiday Work Package for Primary Five, All Subjects', 'P5'],
  ['MK Mathematics P.4', 'P4'],
  ['Science P 6 revision', 'P6'],
  ['Social Studies Map Work Book for Primary Six and Primary Seven', 'P6, P7'],
  ['English Composition and Comprehension Workbook for P5, P6 and P7', 'P5, P6, P7'],
  ["Equator Primary Mathematics Teacher's Guide, Lower Primary P1 to P3", 'P1, P2, P3'],
  ['Songs for P4-7', 'P4, P5, P6, P7'],
  ["Oluganda Olutuufu: Ekitabo ky'Omuyizi, S1 ne S2", 'S1, S2'],
  ['Physics for senior 3', 'S3'],
  ['Reading for primary one', 'P1'],
  ['Little Cranes Number Book for Baby Class', 'Baby Class'],
  ['WRITING, TOP CLASS', 'Top Class'],
  ['A reader for top class', 'Top Class'],
  ["Crane English Pupil's Book 5", 'P5'],
  ["Crane English Pupil's Book 4 for P5", 'P5'],
  ["Nile Primary Science Learner's Book 3", 'P3'],
  ['Rwenzori Physics Learner’s Book 2', 'S2'],
  ["Computer Studies and ICT for Lower Secondary, Learner's Book 1 and 2", 'S1, S2'],
  ['Lusoga Primary Reader 1', 'P1'],
  ['Practical Agriculture for Upper Primary', 'P4, P5, P6, P7'],
  ['PLE Past Papers with Model Answers: English 2015 to 2025', 'P7'],
  ['UACE Physics Past Papers', 'S5, S6'],
])('reads %j as %s', (text, classes) => {
  expect(readSchoolClasses(text).join(', ')).toBe(classes)
})

test.each([
  'School Bag, Padded, 20 Litres, for Primary Classes',
  'Second Class Citizen',
  'Samsung Galaxy S6 cover',
  "It's 5 litres",
  'S7 and P8',
  'LED Bulb, 9 W',
  'Football, Size 4, for Primary School',
  'The 7 Habits of Highly Effective People',
])('finds no class in %j', (text) => {
  expect(readSchoolClasses(text)).toEqual([])
})

test('prefers the name to the description, and ignores tags', () => {
  const description = '<p>Mathematics for <strong>P</strong><em>3</em>, after the P2 course.</p>'
  expect(schoolClassesOf({ name: 'Mathematics P4', description })).toEqual(['P4'])
  expect(schoolClassesOf({ name: 'Mathematics', description })).toEqual(['P2', 'P3'])
})

test.each([
  ["Mabira Biology Learner's Book 4", 'Mabira Biology Revision for S4', true],
  ["Mabira Biology Learner's Book 4", 'Biology for S3 to S4', true],
  ["Mabira Biology Learner's Book 4", "Mabira Biology Learner's Book 1", false],
  ["Mabira Biology Learner's Book 4", 'Mabira Biology Wall Chart', false],
  ['Science for P4 to P7', "Nile Integrated Science Pupil's Book 4", false],
  ['Ruler, 30 cm', 'Ruler, 15 cm', true],
  ['Ruler, 30 cm', 'Ruler for P1', false],
])('instead of %j, %j can be offered: %s', (wanted, offered, can) => {
  const product = (name: string) => ({ name, description: '' })
  expect(coversClassesOf(product(offered), product(wanted))).toBe(can)
})

test.each([
  [[], ''],
  [['P4'], 'P4'],
  [['P5', 'P6'], 'P5 and P6'],
  [['P4', 'P5', 'P6', 'P7'], 'P4 to P7'],
  [['P1', 'P3', 'S1'], 'P1, P3 and S1'],
  [['P1', 'P2', 'P4'], 'P1, P2 and P4'],
])('formats %j as %j', (classes, text) => {
  expect(classesInWords(classes)).toBe(text)
})

test('reads no class after the first 2,000 characters of a description', () => {
  const describe = (length: number) => ({ name: 'Maths', description: `${' '.repeat(length - 2)}P4` })
  expect(schoolClassesOf(describe(2000))).toEqual(['P4'])
  expect(schoolClassesOf(describe(2001))).toEqual([])
})
