export type MonthRow = {
  month: string;
  currency: string;
  calls: string;
  input: string;
  output: string;
  audio: string;
  cost: string;
  estimated: string;
  unpriced: string;
};
