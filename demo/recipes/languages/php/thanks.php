<?php
// Anybody can open this page, so it says nothing about the money. The webhook and GET /orders/<id> of the program do.
echo '<h1>Order ' . htmlspecialchars($_GET['pay_order'] ?? '') . ': thank you</h1>';
