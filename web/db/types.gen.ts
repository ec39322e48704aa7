
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  
  "public": {
          Tables: {
            "audit_log": {
                  Row: {
                    "action": string,"actor_id": string | null,"at": string,"branch_id": string | null,"changes": NonNullable<Json>,"id": number,"resource": string,"row_id": string | null,"table_name": string
                  }
                  ComputedFields: never
                  Insert: {
                    "action": string,"actor_id"?: string | null,"at"?: string,"branch_id"?: string | null,"changes": NonNullable<Json>,"id"?: never,"resource": string,"row_id"?: string | null,"table_name": string
                  }
                  Update: {
                    "action"?: string,"actor_id"?: string | null,"at"?: string,"branch_id"?: string | null,"changes"?: NonNullable<Json>,"id"?: never,"resource"?: string,"row_id"?: string | null,"table_name"?: string
                  }
                  Relationships: [
                    
                  ]
                },"branches": {
                  Row: {
                    "active": boolean,"address": string | null,"code": string,"created_at": string,"created_by": string | null,"day_start": number,"id": string,"name": string,"name_ar": string | null,"phone": string | null,"search": string,"time_zone": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"address"?: string | null,"code": string,"created_at"?: string,"created_by"?: string | null,"day_start"?: number,"id"?: string,"name": string,"name_ar"?: string | null,"phone"?: string | null,"search"?: never,"time_zone"?: string,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"address"?: string | null,"code"?: string,"created_at"?: string,"created_by"?: string | null,"day_start"?: number,"id"?: string,"name"?: string,"name_ar"?: string | null,"phone"?: string | null,"search"?: never,"time_zone"?: string,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"brands": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"name": string,"name_ar": string | null,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name": string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name"?: string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"business": {
                  Row: {
                    "alternate_contact_number": string | null,"contact_number": string | null,"created_at": string,"created_by": string | null,"currency": string,"currency_decimals": number,"digits": string,"first_day_of_week": number,"id": string,"logo_path": string | null,"name": string,"name_ar": string | null,"singleton": boolean,"time_zone": string,"updated_at": string,"updated_by": string | null,"version": number,"website": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "alternate_contact_number"?: string | null,"contact_number"?: string | null,"created_at"?: string,"created_by"?: string | null,"currency"?: string,"currency_decimals"?: number,"digits"?: string,"first_day_of_week"?: number,"id"?: string,"logo_path"?: string | null,"name": string,"name_ar"?: string | null,"singleton"?: boolean,"time_zone"?: string,"updated_at"?: string,"updated_by"?: string | null,"version"?: number,"website"?: string | null
                  }
                  Update: {
                    "alternate_contact_number"?: string | null,"contact_number"?: string | null,"created_at"?: string,"created_by"?: string | null,"currency"?: string,"currency_decimals"?: number,"digits"?: string,"first_day_of_week"?: number,"id"?: string,"logo_path"?: string | null,"name"?: string,"name_ar"?: string | null,"singleton"?: boolean,"time_zone"?: string,"updated_at"?: string,"updated_by"?: string | null,"version"?: number,"website"?: string | null
                  }
                  Relationships: [
                    
                  ]
                },"categories": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"name": string,"name_ar": string | null,"parent_id": string | null,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name": string,"name_ar"?: string | null,"parent_id"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name"?: string,"name_ar"?: string | null,"parent_id"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "categories_parent_in_use"
      columns: ["parent_id"]
isOneToOne: false
      referencedRelation: "categories"
      referencedColumns: ["id"]
    }
                  ]
                },"colors": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"name": string,"name_ar": string | null,"search": string,"updated_at": string,"updated_by": string | null,"value": string,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name": string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"value"?: string,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name"?: string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"value"?: string,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"customers": {
                  Row: {
                    "active": boolean,"address": string | null,"created_at": string,"created_by": string | null,"email": string | null,"id": string,"name": string,"name_ar": string | null,"phone": string | null,"price_group_id": string | null,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"address"?: string | null,"created_at"?: string,"created_by"?: string | null,"email"?: string | null,"id"?: string,"name": string,"name_ar"?: string | null,"phone"?: string | null,"price_group_id"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"address"?: string | null,"created_at"?: string,"created_by"?: string | null,"email"?: string | null,"id"?: string,"name"?: string,"name_ar"?: string | null,"phone"?: string | null,"price_group_id"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "customers_price_group_in_use"
      columns: ["price_group_id"]
isOneToOne: false
      referencedRelation: "price_groups"
      referencedColumns: ["id"]
    }
                  ]
                },"expense_categories": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"name": string,"name_ar": string | null,"parent_id": string | null,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name": string,"name_ar"?: string | null,"parent_id"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name"?: string,"name_ar"?: string | null,"parent_id"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "expense_categories_parent_in_use"
      columns: ["parent_id"]
isOneToOne: false
      referencedRelation: "expense_categories"
      referencedColumns: ["id"]
    }
                  ]
                },"payment_methods": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"description": string | null,"id": string,"is_cash": boolean,"name": string,"name_ar": string | null,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"description"?: string | null,"id"?: string,"is_cash"?: boolean,"name": string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"description"?: string | null,"id"?: string,"is_cash"?: boolean,"name"?: string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"permissions": {
                  Row: {
                    "action": string,"domain": string,"name": string,"position": number,"resource": string
                  }
                  ComputedFields: never
                  Insert: {
                    "action"?: never,"domain"?: never,"name": string,"position"?: never,"resource"?: never
                  }
                  Update: {
                    "action"?: never,"domain"?: never,"name"?: string,"position"?: never,"resource"?: never
                  }
                  Relationships: [
                    
                  ]
                },"price_changes": {
                  Row: {
                    "actor_id": string | null,"at": string,"id": number,"new_price": number | null,"old_price": number | null,"product_id": string,"variant_id": string | null
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_id"?: string | null,"at"?: string,"id"?: never,"new_price"?: number | null,"old_price"?: number | null,"product_id": string,"variant_id"?: string | null
                  }
                  Update: {
                    "actor_id"?: string | null,"at"?: string,"id"?: never,"new_price"?: number | null,"old_price"?: number | null,"product_id"?: string,"variant_id"?: string | null
                  }
                  Relationships: [
                    {
      foreignKeyName: "price_changes_product_exists"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "price_changes_variant_exists"
      columns: ["variant_id"]
isOneToOne: false
      referencedRelation: "variants"
      referencedColumns: ["id"]
    }
                  ]
                },"price_groups": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"is_default": boolean,"name": string,"name_ar": string | null,"percentage": number,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"is_default"?: boolean,"name": string,"name_ar"?: string | null,"percentage"?: number,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"is_default"?: boolean,"name"?: string,"name_ar"?: string | null,"percentage"?: number,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"product_costs": {
                  Row: {
                    "product_id": string,"purchase_price": number
                  }
                  ComputedFields: never
                  Insert: {
                    "product_id": string,"purchase_price": number
                  }
                  Update: {
                    "product_id"?: string,"purchase_price"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "product_costs_product_exists"
      columns: ["product_id"]
isOneToOne: true
      referencedRelation: "products"
      referencedColumns: ["id"]
    }
                  ]
                },"products": {
                  Row: {
                    "active": boolean,"branch_id": string | null,"brand_id": string | null,"category_id": string | null,"created_at": string,"created_by": string | null,"description": string | null,"designer_id": string | null,"id": string,"image_path": string | null,"low_stock_level": number | null,"max_discount": number,"name": string,"name_ar": string | null,"price": number,"search": string,"supplier_id": string | null,"tag_number": string | null,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"branch_id"?: string | null,"brand_id"?: string | null,"category_id"?: string | null,"created_at"?: string,"created_by"?: string | null,"description"?: string | null,"designer_id"?: string | null,"id"?: string,"image_path"?: string | null,"low_stock_level"?: number | null,"max_discount"?: number,"name": string,"name_ar"?: string | null,"price": number,"search"?: string,"supplier_id"?: string | null,"tag_number"?: string | null,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"branch_id"?: string | null,"brand_id"?: string | null,"category_id"?: string | null,"created_at"?: string,"created_by"?: string | null,"description"?: string | null,"designer_id"?: string | null,"id"?: string,"image_path"?: string | null,"low_stock_level"?: number | null,"max_discount"?: number,"name"?: string,"name_ar"?: string | null,"price"?: number,"search"?: string,"supplier_id"?: string | null,"tag_number"?: string | null,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "products_branch_in_use"
      columns: ["branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "products_brand_in_use"
      columns: ["brand_id"]
isOneToOne: false
      referencedRelation: "brands"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "products_category_in_use"
      columns: ["category_id"]
isOneToOne: false
      referencedRelation: "categories"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "products_supplier_in_use"
      columns: ["supplier_id"]
isOneToOne: false
      referencedRelation: "suppliers"
      referencedColumns: ["id"]
    }
                  ]
                },"profile_contacts": {
                  Row: {
                    "address": string | null,"email": string,"phone": string | null,"profile_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "address"?: string | null,"email": string,"phone"?: string | null,"profile_id": string
                  }
                  Update: {
                    "address"?: string | null,"email"?: string,"phone"?: string | null,"profile_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "profile_contacts_profile_exists"
      columns: ["profile_id"]
isOneToOne: true
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"profiles": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"name": string,"name_ar": string | null,"role_id": string,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name": string,"name_ar"?: string | null,"role_id": string,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name"?: string,"name_ar"?: string | null,"role_id"?: string,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "profiles_role_in_use"
      columns: ["role_id"]
isOneToOne: false
      referencedRelation: "roles"
      referencedColumns: ["id"]
    }
                  ]
                },"role_permissions": {
                  Row: {
                    "permission": string,"role_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "permission": string,"role_id": string
                  }
                  Update: {
                    "permission"?: string,"role_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "role_permissions_permission_known"
      columns: ["permission"]
isOneToOne: false
      referencedRelation: "permissions"
      referencedColumns: ["name"]
    },{
      foreignKeyName: "role_permissions_role_exists"
      columns: ["role_id"]
isOneToOne: false
      referencedRelation: "roles"
      referencedColumns: ["id"]
    }
                  ]
                },"roles": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"is_owner": boolean,"name": string,"name_ar": string | null,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"is_owner"?: boolean,"name": string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"is_owner"?: boolean,"name"?: string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"sizes": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"name": string,"name_ar": string | null,"position": number,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name": string,"name_ar"?: string | null,"position"?: number,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name"?: string,"name_ar"?: string | null,"position"?: number,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"stock_entries": {
                  Row: {
                    "branch_id": string,"created_at": string,"created_by": string | null,"id": string,"kind": string,"note": string | null,"number": string,"reason": string | null,"stock_point_id": string | null,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "branch_id": string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"kind": string,"note"?: string | null,"number": string,"reason"?: string | null,"stock_point_id"?: string | null,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "branch_id"?: string,"created_at"?: string,"created_by"?: string | null,"id"?: string,"kind"?: string,"note"?: string | null,"number"?: string,"reason"?: string | null,"stock_point_id"?: string | null,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "stock_entries_branch_in_use"
      columns: ["branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "stock_entries_stock_point_in_use"
      columns: ["stock_point_id"]
isOneToOne: false
      referencedRelation: "stock_points"
      referencedColumns: ["id"]
    }
                  ]
                },"stock_levels": {
                  Row: {
                    "branch_id": string,"id": string,"quantity": number,"stock_point_id": string | null,"variant_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "branch_id": string,"id"?: string,"quantity"?: number,"stock_point_id"?: string | null,"variant_id": string
                  }
                  Update: {
                    "branch_id"?: string,"id"?: string,"quantity"?: number,"stock_point_id"?: string | null,"variant_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "stock_levels_branch_in_use"
      columns: ["branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "stock_levels_stock_point_in_use"
      columns: ["stock_point_id"]
isOneToOne: false
      referencedRelation: "stock_points"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "stock_levels_variant_in_use"
      columns: ["variant_id"]
isOneToOne: false
      referencedRelation: "variants"
      referencedColumns: ["id"]
    }
                  ]
                },"stock_movements": {
                  Row: {
                    "actor_id": string | null,"at": string,"branch_id": string,"document_id": string,"document_type": string,"id": number,"kind": string,"line_id": string | null,"quantity": number,"stock_point_id": string | null,"variant_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "actor_id"?: string | null,"at"?: string,"branch_id": string,"document_id": string,"document_type": string,"id"?: never,"kind": string,"line_id"?: string | null,"quantity": number,"stock_point_id"?: string | null,"variant_id": string
                  }
                  Update: {
                    "actor_id"?: string | null,"at"?: string,"branch_id"?: string,"document_id"?: string,"document_type"?: string,"id"?: never,"kind"?: string,"line_id"?: string | null,"quantity"?: number,"stock_point_id"?: string | null,"variant_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "stock_movements_branch_in_use"
      columns: ["branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "stock_movements_stock_point_in_use"
      columns: ["stock_point_id"]
isOneToOne: false
      referencedRelation: "stock_points"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "stock_movements_variant_in_use"
      columns: ["variant_id"]
isOneToOne: false
      referencedRelation: "variants"
      referencedColumns: ["id"]
    }
                  ]
                },"stock_points": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"name": string,"name_ar": string | null,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name": string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name"?: string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"suppliers": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"land_line": string | null,"name": string,"name_ar": string | null,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"land_line"?: string | null,"name": string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"land_line"?: string | null,"name"?: string,"name_ar"?: string | null,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"tax_rates": {
                  Row: {
                    "active": boolean,"created_at": string,"created_by": string | null,"id": string,"name": string,"name_ar": string | null,"percentage": number,"search": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name": string,"name_ar"?: string | null,"percentage": number,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"created_at"?: string,"created_by"?: string | null,"id"?: string,"name"?: string,"name_ar"?: string | null,"percentage"?: number,"search"?: never,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    
                  ]
                },"transfer_costs": {
                  Row: {
                    "amount": number,"goods": number,"transfer_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "amount": number,"goods": number,"transfer_id": string
                  }
                  Update: {
                    "amount"?: number,"goods"?: number,"transfer_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "transfer_costs_transfer_exists"
      columns: ["transfer_id"]
isOneToOne: true
      referencedRelation: "transfer_list"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "transfer_costs_transfer_exists"
      columns: ["transfer_id"]
isOneToOne: true
      referencedRelation: "transfers"
      referencedColumns: ["id"]
    }
                  ]
                },"transfer_item_costs": {
                  Row: {
                    "transfer_item_id": string,"unit_cost": number
                  }
                  ComputedFields: never
                  Insert: {
                    "transfer_item_id": string,"unit_cost": number
                  }
                  Update: {
                    "transfer_item_id"?: string,"unit_cost"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "transfer_item_costs_item_exists"
      columns: ["transfer_item_id"]
isOneToOne: true
      referencedRelation: "transfer_items"
      referencedColumns: ["id"]
    }
                  ]
                },"transfer_items": {
                  Row: {
                    "id": string,"position": number,"quantity": number,"transfer_id": string,"variant_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "id"?: string,"position": number,"quantity": number,"transfer_id": string,"variant_id": string
                  }
                  Update: {
                    "id"?: string,"position"?: number,"quantity"?: number,"transfer_id"?: string,"variant_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "transfer_items_transfer_exists"
      columns: ["transfer_id"]
isOneToOne: false
      referencedRelation: "transfer_list"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "transfer_items_transfer_exists"
      columns: ["transfer_id"]
isOneToOne: false
      referencedRelation: "transfers"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "transfer_items_variant_in_use"
      columns: ["variant_id"]
isOneToOne: false
      referencedRelation: "variants"
      referencedColumns: ["id"]
    }
                  ]
                },"transfers": {
                  Row: {
                    "approved_at": string | null,"approved_by": string | null,"created_at": string,"created_by": string | null,"from_branch_id": string,"from_stock_point_id": string | null,"id": string,"notes": string | null,"number": string,"reversal_reason": string | null,"reversed_at": string | null,"reversed_by": string | null,"shipping": number,"status": string,"to_branch_id": string,"to_stock_point_id": string | null,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "approved_at"?: string | null,"approved_by"?: string | null,"created_at"?: string,"created_by"?: string | null,"from_branch_id": string,"from_stock_point_id"?: string | null,"id"?: string,"notes"?: string | null,"number": string,"reversal_reason"?: string | null,"reversed_at"?: string | null,"reversed_by"?: string | null,"shipping"?: number,"status"?: string,"to_branch_id": string,"to_stock_point_id"?: string | null,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "approved_at"?: string | null,"approved_by"?: string | null,"created_at"?: string,"created_by"?: string | null,"from_branch_id"?: string,"from_stock_point_id"?: string | null,"id"?: string,"notes"?: string | null,"number"?: string,"reversal_reason"?: string | null,"reversed_at"?: string | null,"reversed_by"?: string | null,"shipping"?: number,"status"?: string,"to_branch_id"?: string,"to_stock_point_id"?: string | null,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "transfers_from_branch_in_use"
      columns: ["from_branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "transfers_from_stock_point_in_use"
      columns: ["from_stock_point_id"]
isOneToOne: false
      referencedRelation: "stock_points"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "transfers_to_branch_in_use"
      columns: ["to_branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "transfers_to_stock_point_in_use"
      columns: ["to_stock_point_id"]
isOneToOne: false
      referencedRelation: "stock_points"
      referencedColumns: ["id"]
    }
                  ]
                },"user_branches": {
                  Row: {
                    "access": string,"branch_id": string,"profile_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "access": string,"branch_id": string,"profile_id": string
                  }
                  Update: {
                    "access"?: string,"branch_id"?: string,"profile_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "user_branches_branch_in_use"
      columns: ["branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "user_branches_profile_exists"
      columns: ["profile_id"]
isOneToOne: false
      referencedRelation: "profiles"
      referencedColumns: ["id"]
    }
                  ]
                },"variant_costs": {
                  Row: {
                    "average_cost": number,"variant_id": string
                  }
                  ComputedFields: never
                  Insert: {
                    "average_cost": number,"variant_id": string
                  }
                  Update: {
                    "average_cost"?: number,"variant_id"?: string
                  }
                  Relationships: [
                    {
      foreignKeyName: "variant_costs_variant_exists"
      columns: ["variant_id"]
isOneToOne: true
      referencedRelation: "variants"
      referencedColumns: ["id"]
    }
                  ]
                },"variants": {
                  Row: {
                    "active": boolean,"barcode": string,"color_id": string | null,"created_at": string,"created_by": string | null,"id": string,"price_override": number | null,"product_id": string,"size_id": string | null,"sku": string,"updated_at": string,"updated_by": string | null,"version": number
                  }
                  ComputedFields: never
                  Insert: {
                    "active"?: boolean,"barcode"?: string,"color_id"?: string | null,"created_at"?: string,"created_by"?: string | null,"id"?: string,"price_override"?: number | null,"product_id": string,"size_id"?: string | null,"sku"?: string,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Update: {
                    "active"?: boolean,"barcode"?: string,"color_id"?: string | null,"created_at"?: string,"created_by"?: string | null,"id"?: string,"price_override"?: number | null,"product_id"?: string,"size_id"?: string | null,"sku"?: string,"updated_at"?: string,"updated_by"?: string | null,"version"?: number
                  }
                  Relationships: [
                    {
      foreignKeyName: "variants_color_in_use"
      columns: ["color_id"]
isOneToOne: false
      referencedRelation: "colors"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "variants_product_exists"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "variants_size_in_use"
      columns: ["size_id"]
isOneToOne: false
      referencedRelation: "sizes"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Views: {
            "level_list": {
                  Row: {
                    "barcode": string,"branch": string,"branch_ar": string | null,"branch_id": string,"color": string | null,"color_ar": string | null,"color_value": string | null,"id": string,"image_path": string | null,"low_stock_level": number | null,"product": string,"product_ar": string | null,"product_id": string,"quantity": number,"search": string,"size": string | null,"size_ar": string | null,"size_position": number | null,"sku": string,"stock_point": string | null,"stock_point_ar": string | null,"stock_point_id": string | null,"variant_id": string
                  }
                  ComputedFields: never
                  Relationships: [
                    {
      foreignKeyName: "stock_levels_branch_in_use"
      columns: ["branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "stock_levels_stock_point_in_use"
      columns: ["stock_point_id"]
isOneToOne: false
      referencedRelation: "stock_points"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "stock_levels_variant_in_use"
      columns: ["variant_id"]
isOneToOne: false
      referencedRelation: "variants"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "variants_product_exists"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["id"]
    }
                  ]
                },"movement_list": {
                  Row: {
                    "actor": string | null,"actor_ar": string | null,"actor_id": string | null,"at": string,"barcode": string,"branch": string,"branch_ar": string | null,"branch_id": string,"color": string | null,"color_ar": string | null,"color_value": string | null,"document_id": string,"document_number": string | null,"document_type": string,"id": number,"kind": string,"note": string | null,"product": string,"product_ar": string | null,"product_id": string,"quantity": number,"reason": string | null,"size": string | null,"size_ar": string | null,"sku": string,"stock_point": string | null,"stock_point_ar": string | null,"stock_point_id": string | null,"variant_id": string
                  }
                  ComputedFields: never
                  Relationships: [
                    {
      foreignKeyName: "stock_movements_branch_in_use"
      columns: ["branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "stock_movements_stock_point_in_use"
      columns: ["stock_point_id"]
isOneToOne: false
      referencedRelation: "stock_points"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "stock_movements_variant_in_use"
      columns: ["variant_id"]
isOneToOne: false
      referencedRelation: "variants"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "variants_product_exists"
      columns: ["product_id"]
isOneToOne: false
      referencedRelation: "products"
      referencedColumns: ["id"]
    }
                  ]
                },"transfer_list": {
                  Row: {
                    "amount": number | null,"approved_at": string | null,"approved_by": string | null,"created_at": string,"created_by": string | null,"created_by_name": string | null,"created_by_name_ar": string | null,"from_branch": string,"from_branch_ar": string | null,"from_branch_id": string,"from_stock_point": string | null,"from_stock_point_ar": string | null,"from_stock_point_id": string | null,"goods": number | null,"id": string,"lines": number | null,"mode": string | null,"notes": string | null,"number": string,"pieces": number | null,"reversal_reason": string | null,"reversed_at": string | null,"reversed_by": string | null,"search": string | null,"shipping": number,"status": string,"to_branch": string,"to_branch_ar": string | null,"to_branch_id": string,"to_stock_point": string | null,"to_stock_point_ar": string | null,"to_stock_point_id": string | null,"version": number
                  }
                  ComputedFields: never
                  Relationships: [
                    {
      foreignKeyName: "transfers_from_branch_in_use"
      columns: ["from_branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "transfers_from_stock_point_in_use"
      columns: ["from_stock_point_id"]
isOneToOne: false
      referencedRelation: "stock_points"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "transfers_to_branch_in_use"
      columns: ["to_branch_id"]
isOneToOne: false
      referencedRelation: "branches"
      referencedColumns: ["id"]
    },{
      foreignKeyName: "transfers_to_stock_point_in_use"
      columns: ["to_stock_point_id"]
isOneToOne: false
      referencedRelation: "stock_points"
      referencedColumns: ["id"]
    }
                  ]
                }
          }
          Functions: {
            "approve_transfer":
{ Args: { "id": string }; Returns: Json
                           },
"dashboard":
{ Args: { "at_branch_ids"?: (string)[] }; Returns: Json
                           },
"delete_product":
{ Args: { "id": string }; Returns: undefined
                           },
"me":
{ Args: Record<PropertyKey, never>; Returns: Json
                           },
"post_stock_entry":
{ Args: { "branch_id": string,"id": string,"kind": string,"lines": Json,"note"?: string,"reason"?: string,"stock_point_id"?: string }; Returns: Json
                           },
"product_count":
{ Args: { "brand_ids"?: (string)[],"category_ids"?: (string)[],"is_active"?: boolean,"supplier_ids"?: (string)[],"view"?: string,"words"?: string }; Returns: number
                           },
"product_list":
{ Args: { "at_branch_ids"?: (string)[],"brand_ids"?: (string)[],"category_ids"?: (string)[],"descending"?: boolean,"is_active"?: boolean,"page_offset"?: number,"page_size"?: number,"sort"?: string,"supplier_ids"?: (string)[],"view"?: string,"words"?: string }; Returns: {
              "active": boolean,"brand_id": string,"brand_name": string,"brand_name_ar": string,"category_id": string,"category_name": string,"category_name_ar": string,"colors": Json,"created_at": string,"designer_id": string,"first_sku": string,"id": string,"image_path": string,"low_stock_level": number,"name": string,"name_ar": string,"on_hand": Json,"on_hand_total": number,"price": number,"variant_count": number,"version": number
            }[]
                           },
"reverse_transfer":
{ Args: { "id": string,"reason"?: string }; Returns: Json
                           },
"save_product":
{ Args: { "expected_version"?: number,"id": string,"product": Json,"variants": Json }; Returns: Json
                           },
"save_transfer":
{ Args: { "expected_version"?: number,"from_branch_id": string,"from_stock_point_id"?: string,"id": string,"lines": Json,"notes"?: string,"shipping"?: number,"to_branch_id": string,"to_stock_point_id"?: string }; Returns: Json
                           },
"transfer_preview":
{ Args: { "id": string }; Returns: Json
                           },
"usage_of":
{ Args: { "id": string,"table_name": string }; Returns: {
              "count": number,"used_in": string
            }[]
                           },
"variant_list":
{ Args: { "codes"?: (string)[],"in_stock"?: boolean,"page_size"?: number,"product_ids"?: (string)[],"source_branch_id"?: string,"source_stock_point_id"?: string,"target_branch_id"?: string,"target_stock_point_id"?: string,"variant_ids"?: (string)[],"words"?: string }; Returns: {
              "active": boolean,"at_source": number,"at_target": number,"barcode": string,"color_id": string,"color_name": string,"color_name_ar": string,"color_value": string,"image_path": string,"price": number,"product_id": string,"product_name": string,"product_name_ar": string,"size_id": string,"size_name": string,"size_name_ar": string,"size_position": number,"sku": string,"variant_id": string
            }[]
                           }
          }
          Enums: {
            [_ in never]: never
          }
          CompositeTypes: {
            [_ in never]: never
          }
        }
}

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
  ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
      Row: infer R
    }
    ? R
    : never
  : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Insert: infer I
    }
    ? I
    : never
  : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
  ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
      Update: infer U
    }
    ? U
    : never
  : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
  ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
  : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
  ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
  : never

export const Constants = {
  "public": {
          Enums: {
            
          }
        }
} as const

/** Every permission of the catalogue, public.permissions. */
export type PermissionName =
  | 'dashboard.overview.view'
  | 'contacts.customers.view'
  | 'contacts.customers.create'
  | 'contacts.customers.update'
  | 'contacts.customers.delete'
  | 'contacts.customers.import'
  | 'contacts.customers.export'
  | 'contacts.suppliers.view'
  | 'contacts.suppliers.create'
  | 'contacts.suppliers.update'
  | 'contacts.suppliers.delete'
  | 'contacts.suppliers.import'
  | 'contacts.suppliers.export'
  | 'inventory.products.view'
  | 'inventory.products.create'
  | 'inventory.products.update'
  | 'inventory.products.delete'
  | 'inventory.products.import'
  | 'inventory.products.export'
  | 'inventory.products.edit_price'
  | 'inventory.costs.view'
  | 'inventory.price_groups.view'
  | 'inventory.price_groups.create'
  | 'inventory.price_groups.update'
  | 'inventory.price_groups.delete'
  | 'inventory.categories.view'
  | 'inventory.categories.create'
  | 'inventory.categories.update'
  | 'inventory.categories.delete'
  | 'inventory.brands.view'
  | 'inventory.brands.create'
  | 'inventory.brands.update'
  | 'inventory.brands.delete'
  | 'inventory.colors.view'
  | 'inventory.colors.create'
  | 'inventory.colors.update'
  | 'inventory.colors.delete'
  | 'inventory.sizes.view'
  | 'inventory.sizes.create'
  | 'inventory.sizes.update'
  | 'inventory.sizes.delete'
  | 'inventory.stock_points.view'
  | 'inventory.stock_points.create'
  | 'inventory.stock_points.update'
  | 'inventory.stock_points.delete'
  | 'inventory.stock.view'
  | 'inventory.stock.adjust'
  | 'inventory.stock.export'
  | 'inventory.transfers.view'
  | 'inventory.transfers.create'
  | 'inventory.transfers.approve'
  | 'inventory.transfers.reverse'
  | 'inventory.transfers.export'
  | 'purchasing.orders.view'
  | 'purchasing.orders.create'
  | 'purchasing.orders.update'
  | 'purchasing.orders.cancel'
  | 'purchasing.orders.receive'
  | 'purchasing.orders.import'
  | 'purchasing.orders.export'
  | 'purchasing.payments.view'
  | 'purchasing.payments.create'
  | 'purchasing.payments.void'
  | 'accounting.sales.view'
  | 'accounting.sales.create'
  | 'accounting.sales.return'
  | 'accounting.sales.export'
  | 'accounting.expenses.view'
  | 'accounting.expenses.create'
  | 'accounting.expenses.update'
  | 'accounting.expenses.delete'
  | 'accounting.expenses.export'
  | 'accounting.expense_payments.view'
  | 'accounting.expense_payments.create'
  | 'accounting.expense_payments.void'
  | 'accounting.expense_categories.view'
  | 'accounting.expense_categories.create'
  | 'accounting.expense_categories.update'
  | 'accounting.expense_categories.delete'
  | 'attendance.records.view'
  | 'attendance.records.create'
  | 'attendance.records.manage'
  | 'attendance.shifts.view'
  | 'attendance.shifts.open'
  | 'attendance.shifts.close'
  | 'attendance.shifts.close_others'
  | 'attendance.shifts.view_expected'
  | 'attendance.shifts.approve_variance'
  | 'settings.business.view'
  | 'settings.business.update'
  | 'settings.branches.view'
  | 'settings.branches.create'
  | 'settings.branches.update'
  | 'settings.branches.delete'
  | 'settings.payment_methods.view'
  | 'settings.payment_methods.create'
  | 'settings.payment_methods.update'
  | 'settings.payment_methods.delete'
  | 'settings.tax_rates.view'
  | 'settings.tax_rates.create'
  | 'settings.tax_rates.update'
  | 'settings.tax_rates.delete'
  | 'management.users.view'
  | 'management.users.create'
  | 'management.users.update'
  | 'management.users.delete'
  | 'management.roles.view'
  | 'management.roles.create'
  | 'management.roles.update'
  | 'management.roles.delete'
  | 'management.user_activity.view'
  | 'management.audit_log.view'
  | 'labels.printing.print'
  | 'documents.files.view'
  | 'documents.files.create'
  | 'documents.files.delete'
  | 'reports.stock.view'
  | 'reports.stock.export'
  | 'reports.movements.view'
  | 'reports.movements.export'
  | 'reports.low_stock.view'
  | 'reports.low_stock.export'
  | 'reports.sales.view'
  | 'reports.sales.export'
  | 'reports.purchases.view'
  | 'reports.purchases.export'
  | 'reports.expenses.view'
  | 'reports.expenses.export'
  | 'reports.profit_and_loss.view'
  | 'reports.profit_and_loss.export'
;
