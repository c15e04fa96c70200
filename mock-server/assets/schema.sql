-- The emulator's database. Dates are milliseconds since 1970 in UTC; money is shillings.
-- `json` columns store the JSON of a response next to the columns from which it was built, because building it is slow.

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  parent_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  image TEXT NOT NULL,
  is_featured INTEGER NOT NULL
) STRICT;
CREATE INDEX categories_parent ON categories (parent_id);

CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  name TEXT,
  price INTEGER NOT NULL,
  original_price INTEGER,
  stock INTEGER NOT NULL CHECK (stock >= 0),
  -- The other fields, which no query reads, as JSON in the provider's format.
  wire_fields TEXT NOT NULL,
  category_id INTEGER NOT NULL REFERENCES categories (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX products_newest ON products (created_at DESC, id DESC);

-- Search. Counts and sorts use these narrow rows, because a row of `products` can fill a page of the database.
CREATE TABLE product_search (id INTEGER PRIMARY KEY, price INTEGER NOT NULL, name TEXT) STRICT;
CREATE TRIGGER product_search_new AFTER INSERT ON products BEGIN
  INSERT INTO product_search (id, price, name) VALUES (new.id, new.price, new.name);
  INSERT INTO product_names (rowid, name) SELECT new.id, new.name WHERE new.name IS NOT NULL;
END;
CREATE TRIGGER product_search_price AFTER UPDATE OF price ON products BEGIN
  UPDATE product_search SET price = new.price WHERE id = new.id;
END;
-- Every sequence of three characters in a name, so that any part of a word can be found.
CREATE VIRTUAL TABLE product_names USING fts5 (name, content='', contentless_delete=1, tokenize='trigram', detail='full');

CREATE TABLE product_categories (
  category_id INTEGER NOT NULL REFERENCES categories (id),
  product_id INTEGER NOT NULL REFERENCES products (id),
  position INTEGER NOT NULL,
  PRIMARY KEY (category_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX product_categories_product ON product_categories (product_id, position);

CREATE TABLE banners (
  id INTEGER PRIMARY KEY,
  title TEXT,
  image TEXT NOT NULL,
  product_id INTEGER REFERENCES products (id),
  category_id INTEGER REFERENCES categories (id),
  banner_type TEXT NOT NULL
) STRICT;

CREATE TABLE homepage_sections (
  id INTEGER PRIMARY KEY,
  place INTEGER NOT NULL UNIQUE,
  title TEXT,
  product_ids TEXT NOT NULL
) STRICT;

CREATE TABLE images (
  folder TEXT NOT NULL,
  file TEXT NOT NULL,
  drawing TEXT NOT NULL,
  PRIMARY KEY (folder, file)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  f_name TEXT NOT NULL,
  l_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  phone TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  image TEXT,
  login_hit_count INTEGER NOT NULL DEFAULT 0,
  is_temp_blocked INTEGER NOT NULL DEFAULT 0,
  temp_block_time INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE access_tokens (
  token_hash TEXT PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE password_resets (
  email_or_phone TEXT PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL,
  hit_count INTEGER NOT NULL DEFAULT 0,
  is_temp_blocked INTEGER NOT NULL DEFAULT 0,
  temp_block_time INTEGER,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE wishlist (
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  product_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (customer_id, product_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX wishlist_product ON wishlist (product_id);

-- Without a customer, an address or an order is a guest's.
CREATE TABLE addresses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER REFERENCES customers (id) ON DELETE CASCADE,
  address_type TEXT NOT NULL,
  contact_person_name TEXT NOT NULL,
  contact_person_number TEXT NOT NULL,
  address TEXT NOT NULL,
  road TEXT,
  house TEXT,
  floor TEXT,
  latitude TEXT,
  longitude TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX addresses_customer ON addresses (customer_id);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER REFERENCES customers (id),
  order_amount REAL NOT NULL,
  coupon_discount_amount REAL NOT NULL,
  coupon_discount_title TEXT,
  coupon_code TEXT,
  delivery_charge REAL NOT NULL,
  payment_status TEXT NOT NULL,
  order_status TEXT NOT NULL,
  payment_method TEXT,
  transaction_reference TEXT,
  order_type TEXT NOT NULL,
  order_note TEXT,
  branch_id INTEGER NOT NULL,
  delivery_address_id INTEGER,
  delivery_address TEXT,
  distance REAL NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX orders_customer ON orders (customer_id);

CREATE TABLE order_lines (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  product_id INTEGER NOT NULL,
  price INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  discount_on_product INTEGER NOT NULL,
  tax_amount INTEGER NOT NULL,
  unit TEXT NOT NULL,
  variant TEXT,
  variation TEXT,
  product_details TEXT NOT NULL
) STRICT;
CREATE INDEX order_lines_order ON order_lines (order_id);

-- One order per key: a repeated request returns the first order.
CREATE TABLE idempotency_keys (
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  order_id INTEGER NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  PRIMARY KEY (customer_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE newsletter_subscribers (email TEXT PRIMARY KEY COLLATE NOCASE, created_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE special_orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  customer_id INTEGER NOT NULL REFERENCES customers (id) ON DELETE CASCADE,
  request TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- Payment attempts in the simulator. A pending attempt settles at `due_at`; if that is null, it never does.
CREATE TABLE transactions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tx_ref TEXT NOT NULL,
  flw_ref TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  payment_type TEXT NOT NULL,
  status TEXT NOT NULL,
  processor_response TEXT NOT NULL,
  customer TEXT NOT NULL,
  due_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX transactions_due ON transactions (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX transactions_ref ON transactions (tx_ref);

-- Payments that the receiver has confirmed, so that each marks its order as paid only once.
CREATE TABLE confirmed_payments (
  tx_ref TEXT PRIMARY KEY,
  transaction_id INTEGER NOT NULL,
  order_id INTEGER,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Payments on the hosted page: the request in the format of the checkout script, and the key of the page. The host has
-- requested those with an order.
CREATE TABLE hosted_payments (
  tx_ref TEXT PRIMARY KEY,
  request TEXT NOT NULL,
  order_id INTEGER UNIQUE REFERENCES orders (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Messages that the real host would send. The code that inserts them limits their number and size.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  code TEXT,
  -- Delivery attempts of a webhook: [{at, outcome}].
  deliveries TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL
) STRICT;
