-- What a payment costs the customer when its receipt is annulled and the payment is taken for a salary: НДФЛ, contributions, and the fine on both.
INSERT INTO rates (code, from_date, value) VALUES
  ('ndfl-ppm', '2019-01-01', 130000),
  ('contributions-ppm', '2023-01-01', 300000),
  ('unpaid-tax-fine-ppm', '2019-01-01', 400000)
ON CONFLICT DO NOTHING;
